import { useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { ApiError, send } from '#src/api/http.ts'
import { CHAIN_PRESETS } from '#src/domain/sale/chain-presets.ts'
import { serverNow } from '#src/state/clock.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FootNote } from '#src/ui/dialogs/FootNote.ts'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { chainPaymentCalls } from '#src/wire/chain-payments.ts'
import { chainCalls, chainCheckSchema, type Chain, type ChainCheckStep } from '#src/wire/chains.ts'
import { FormText, FormTextArea } from '#src/writes/form-fields.tsx'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useDraftForm } from '#src/writes/use-draft-form.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import {
  chainDraftId,
  chainDrafts,
  chainFormSchema,
  chainIdOf,
  draftOf,
  newChainForm,
  OTHER_CHAIN,
  presetForm,
  refusedFields,
  toChainForm,
  toChainUpdate,
  type ChainForm,
} from './chain-form.ts'
import { NodeCheck } from './NodeCheck.tsx'
import { TokensField } from './TokensField.tsx'

const { connectChain, listChains } = chainCalls
const { listChainPayments, sumProofs } = chainPaymentCalls
const BAD_REQUEST = 400

const Pair = styled('div')<{ $staysBeside?: boolean }>`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;
  ${MOBILE} {
    grid-template-columns: ${(p) => (p.$staysBeside ? '2fr 3fr' : 'minmax(0, 1fr)')};
  }
`
const addresses = css`
  font: var(--t-field-code);
`

/** Connects a chain to a project, or changes a connected one: the server checks the node first. */
export function ChainDialog(props: {
  projectId: string
  /** All that are connected. */
  connected: readonly Chain[]
  /** The one to change. */
  chain?: Chain | undefined
  onClose: () => void
}) {
  const { projectId, connected, chain, onClose } = props
  const isNew = chain === undefined
  const [initial] = useState(() => (chain ? toChainForm(chain) : newChainForm(connected)))
  const [check, setCheck] = useState<{ steps: ChainCheckStep[]; at: number } | null>(null)
  const { form, values, hasChanges, dropDraft } = useDraftForm<ChainForm, object>({
    schema: chainFormSchema({ isNew, connected }),
    initial,
    drafts: chainDrafts,
    draftId: chainDraftId(projectId, chain?.chain_id),
    extra: {},
    toDraft: (all) => draftOf(all, initial),
  })
  const close = () => {
    dropDraft()
    onClose()
  }
  /** Shows what the node was refused for, at its field. Returns whether a field was named. */
  const showRefusal = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.status !== BAD_REQUEST) return false
    const steps = chainCheckSchema.safeParse(error.check).data
    setCheck(steps ? { steps, at: serverNow() } : null)
    const refused = refusedFields(error.message)
    for (const [index, { field, message }] of refused.entries())
      form.setError(field, { message }, { shouldFocus: index === 0 })
    return refused.length > 0
  }
  const { write, isBusy } = useWrite({
    mutationFn: async (entered: ChainForm) => {
      try {
        const params = { id: projectId, chain_id: chainIdOf(entered) }
        await send(connectChain, { params, body: toChainUpdate(entered) })
        return true
      } catch (error) {
        if (showRefusal(error)) return false
        throw error
      }
    },
    meta: {
      success: (isSaved) => {
        if (!isSaved) return undefined
        return isNew ? 'Successfully connected chain' : 'Successfully changed chain'
      },
      failure: isNew ? 'Error connecting chain' : 'Error changing chain',
      invalidates: [[listChains.path], [listChainPayments.path], [sumProofs.path]],
    },
  })
  // No draft has it.
  useUnsaved(values['rpc_url'] !== '' || isBusy)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (check === null) return
    // A field of a token has no name in the form that could get the focus.
    const refused = top.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')
    refused?.focus()
  }, [check])
  const submit = form.handleSubmit(async (entered) => {
    if (await write(entered)) close()
  })
  const field = { form, autoComplete: 'off', readOnly: isBusy } as const
  const isOther = values['choice'] === OTHER_CHAIN
  return (
    <Dialog
      title={chain ? `Change ${chain.name}` : 'Connect a chain'}
      width={640}
      isOpen
      onClose={close}
      hasChanges={hasChanges}
      isBusy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <FootNote>{isNew ? 'Connecting' : 'Saving'} checks the node first.</FootNote>
          <WriteFoot
            verb={isNew ? 'Connect' : 'Save'}
            busyVerb="Checking the node"
            isBusy={isBusy}
            onCancel={close}
          />
        </>
      }
    >
      <Pair ref={top}>
        <Controller
          control={form.control}
          name="choice"
          render={({ field: { value } }) => (
            <SelectField
              label="Chain"
              options={chain ? [optionOf(chain)] : chainOptions(connected)}
              value={chain ? String(chain.chain_id) : value}
              disabled={!isNew || isBusy}
              onChange={(choice) => {
                const { rpc_url, receivers, from_block } = form.getValues()
                form.reset(
                  { ...presetForm(choice), rpc_url, receivers, from_block },
                  { keepDefaultValues: true },
                )
                setCheck(null)
              }}
            />
          )}
        />
        <FormText
          {...field}
          name="explorer_url"
          label="Explorer"
          inputMode="url"
          placeholder="https://…"
          spellCheck={false}
        />
      </Pair>
      {isOther && (
        <Pair>
          {isNew && <FormText {...field} name="chain_id" label="Chain id" inputMode="numeric" />}
          <FormText {...field} name="name" label="Name" />
        </Pair>
      )}
      <FormText
        {...field}
        name="rpc_url"
        label="Node address"
        hint={
          chain
            ? `Stays as it is, at ${chain.rpc_host}, unless you enter another one.`
            : 'An https JSON-RPC address. Kept encrypted; only its host is shown later.'
        }
        inputMode="url"
        placeholder="https://…"
        isMono
        spellCheck={false}
      />
      <Pair $staysBeside>
        <FormText {...field} name="confirmations" label="Confirmations" inputMode="numeric" />
        <FormText
          {...field}
          name="from_block"
          label="From block"
          inputMode="numeric"
          hint="Empty: an hour before the first purchase"
        />
      </Pair>
      <FormTextArea
        {...field}
        name="receivers"
        label="Receivers"
        labelEnd={<span className="t3">one address a line</span>}
        className={addresses}
        rows={2}
        spellCheck={false}
      />
      <TokensField form={form} readOnly={isBusy} />
      {check && <NodeCheck {...check} />}
    </Dialog>
  )
}

const optionOf = ({ chain_id: id, name }: Pick<Chain, 'chain_id' | 'name'>) => ({
  value: String(id),
  label: name,
  note: String(id),
})

/** The chains to choose from; one that is connected can be changed only. */
function chainOptions(connected: readonly Chain[]) {
  const presets = CHAIN_PRESETS.map(({ chainId, name }) => ({
    ...optionOf({ chain_id: chainId, name }),
    disabledReason: connected.some(({ chain_id: id }) => id === chainId)
      ? `${name} is connected already.`
      : undefined,
  }))
  return [...presets, { value: OTHER_CHAIN, label: 'Another chain' }]
}
