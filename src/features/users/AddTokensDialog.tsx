import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { refetch } from '#src/api/refetch.ts'
import { useIdempotentMutation } from '#src/writes/use-idempotent-mutation.ts'
import { useProjects } from '#src/api/projects.ts'
import { addDecimals, parseDecimal } from '#src/domain/decimals.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { filters } from '#src/state/filters.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { OtherWriteNote, UnconfirmedNote } from '#src/writes/outcome-notes.tsx'
import { OutcomeFooter } from '#src/writes/OutcomeFooter.tsx'
import { ProjectName } from '#src/records/ProjectName.tsx'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { AddressGroups } from './AddressGroups.tsx'
import { CreditResult } from './CreditResult.tsx'
import {
  creditFormSchema,
  EMPTY_CREDIT,
  toManualTransactionCreate,
  type CreditForm,
} from './credit-form.ts'
import { creditDrafts, credits, DIALOG, postCredit, type Credit } from './credit.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'
import { refreshWallet, walletKey, walletQueries } from './queries.ts'

const Block = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`
const BlockLabel = styled('span')`
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
`

const LEDGER = <Link href="/manual-transactions">Manual Transactions</Link>

/**
 * Credits tokens to one wallet, never twice (see useIdempotentMutation). While the outcome is
 * unknown, the fields are locked, and the dialog checks it instead of sending again.
 */
export function AddTokensDialog(props: {
  wallet: Wallet
  /** The credit that the dialog was opened to check. */
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
    pendingWrites: credits,
    target: walletKey(wallet),
    checked: props.checked,
    send: postCredit,
    onApplied: async (made) => {
      const total = addDecimals(now.total_tokens, made.tokens)
      await refreshWallet(client, wallet, { ...now, total_tokens: total })
      void refetch(client, { queryKey: walletQueries.one(wallet).queryKey })
      void client.resetQueries({
        queryKey: [manualTransactionCalls.listManualTransactions.path],
      })
    },
    onDone: end,
    meta: { success: 'Successfully added tokens', failure: 'Error adding user tokens' },
  })
  const { unconfirmed, other, isBusy, isLocked } = credit
  useUnsaved(isLocked)

  const form = useForm<CreditForm>({
    resolver: standardSchemaResolver(creditFormSchema),
    mode: 'onTouched',
    defaultValues: { ...EMPTY_CREDIT, ...creditDrafts.read(DIALOG) },
    // A credit without a known outcome replaces what is typed.
    ...(unconfirmed && { values: unconfirmed.what.body }),
  })
  const { errors } = form.formState
  const [tokens, reason] = useWatch({ control: form.control, name: ['tokens', 'reason'] })
  const added = parseDecimal(tokens)
  // A credit without a known outcome stays on the device.
  const hasChanges = unconfirmed === undefined && (tokens + reason).trim() !== ''
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
        <OutcomeFooter
          {...credit.footer}
          verb="Add Tokens"
          busyVerb="Adding Tokens"
          onClose={end}
        />
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
      {unconfirmed && (
        <UnconfirmedNote
          isChecking={isBusy}
          what="the tokens were added"
          place={LEDGER}
          promise="Checking never adds them twice."
        />
      )}
      {other && (
        <OtherWriteNote other={other} done="added" place={LEDGER}>
          Another credit of{' '}
          <TokenAmount
            amount={other.write.what.body.tokens}
            unit={wallet.project_id}
            isMasked={privacy}
            isExact
          />{' '}
          to this wallet
        </OtherWriteNote>
      )}
    </Dialog>
  )
}
