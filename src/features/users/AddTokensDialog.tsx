import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import { refetch } from '#src/api/refetch.ts'
import { useIdempotentMutation } from '#src/writes/use-idempotent-mutation.ts'
import { useProjects } from '#src/api/projects.ts'
import { addDecimals, parseDecimal } from '#src/domain/decimals.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { filters } from '#src/state/filters.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { OutcomeFooter } from '#src/writes/OutcomeFooter.tsx'
import { ProjectName } from '#src/records/ProjectName.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { AddressGroups } from './AddressGroups.tsx'
import { CreditCheck } from './CreditCheck.tsx'
import { CreditResult } from './CreditResult.tsx'
import {
  creditFormSchema,
  EMPTY_CREDIT,
  toManualTransactionCreate,
  type CreditForm,
} from './credit-form.ts'
import { creditDrafts, credits, DIALOG, postCredit, type Credit } from './credit.ts'
import { Block, BlockLabel } from './credit-layout.ts'
import { OtherCredit } from './OtherCredit.tsx'
import { refreshWallet, walletKey, walletQueries } from './queries.ts'

/**
 * Credits tokens to one wallet. Its key is made as it opens and goes with every attempt, so that a
 * double click, Enter or a lost answer never credits twice; while nobody can say whether it went
 * through, the fields are locked and it finds out instead of offering to send again.
 */
export function AddTokensDialog(props: {
  wallet: Wallet
  /** The credit that the dialog is opened to check. */
  checked: PendingWrite<Credit> | undefined
  onClose: () => void
}) {
  const { wallet, onClose } = props
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const { privacy } = useSnapshot(filters)
  const { colours } = useProjects()
  const { data: now = wallet } = useQuery(walletQueries.one(wallet))
  const end = () => {
    creditDrafts.drop(DIALOG)
    onClose()
  }

  const credit = useIdempotentMutation({
    attempts: credits,
    about: walletKey(wallet),
    checked: props.checked,
    post: postCredit,
    onMade: async (made) => {
      const total = addDecimals(now.total_tokens, made.tokens)
      await refreshWallet(client, wallet, { ...now, total_tokens: total })
      void refetch(client, { queryKey: walletQueries.one(wallet).queryKey })
      void client.resetQueries({ queryKey: ['manual-transactions'] })
    },
    onDone: end,
    success: 'Successfully added tokens',
    failure: 'Error adding user tokens',
  })
  const { unanswered, other, isBusy, isLocked } = credit
  useUnsaved(isLocked)

  const form = useForm<CreditForm>({
    resolver: standardSchemaResolver(creditFormSchema),
    mode: 'onTouched',
    defaultValues: { ...EMPTY_CREDIT, ...creditDrafts.read(DIALOG) },
    // What was asked for and not answered takes the place of what is typed.
    ...(unanswered && { values: unanswered.what.body }),
  })
  const { errors } = form.formState
  const [tokens, reason] = useWatch({ control: form.control, name: ['tokens', 'reason'] })
  const added = parseDecimal(tokens)
  // One whose outcome is not known stays on the device.
  const hasChanges = unanswered === undefined && (tokens + reason).trim() !== ''
  const keep = { onChange: () => creditDrafts.change(DIALOG, { wallet, ...form.getValues() }) }
  const submit = form.handleSubmit(async (values) => {
    if (!isLocked) await credit.send({ wallet, body: toManualTransactionCreate(values) })
  })

  return (
    <Dialog
      title="Add Tokens"
      isOpen
      onClose={end}
      hasChanges={hasChanges}
      isBusy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={
        <OutcomeFooter {...credit.foot} verb="Add Tokens" busyVerb="Adding Tokens" onClose={end} />
      }
    >
      <Block>
        <BlockLabel>Project</BlockLabel>
        <ProjectName name={wallet.project_id} colour={colours.get(wallet.project_id) ?? 'grey'} />
      </Block>
      <Block>
        <BlockLabel>Wallet address</BlockLabel>
        <AddressGroups address={wallet.wallet_address} />
      </Block>
      <TextField
        label="Tokens"
        inputSize="lg"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus={isMobile ? undefined : true}
        suffix={wallet.project_id}
        error={errors.tokens?.message}
        readOnly={isLocked}
        {...form.register('tokens', keep)}
      />
      <TextField
        label="Reason"
        inputSize="lg"
        autoComplete="off"
        hint="At least 4 characters. Kept with the transaction."
        error={errors.reason?.message}
        readOnly={isLocked}
        {...form.register('reason', keep)}
      />
      <CreditResult
        balance={now.total_tokens}
        added={added}
        unit={wallet.project_id}
        isMasked={privacy}
      />
      {unanswered && <CreditCheck isChecking={isBusy} />}
      {other && <OtherCredit {...other} isMasked={privacy} />}
    </Dialog>
  )
}
