import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { useProjects } from '#src/api/projects.ts'
import { refetch } from '#src/api/refetch.ts'
import { addDecimals, parseDecimal } from '#src/domain/decimals.ts'
import { ProjectName } from '#src/records/ProjectName.tsx'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import { filters } from '#src/state/filters.ts'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import { AddressGroups } from './AddressGroups.tsx'
import {
  creditDrafts,
  creditFormSchema,
  credits,
  EMPTY_CREDIT,
  postCredit,
  toManualTransactionCreate,
  type Credit,
} from './credit-form.ts'
import { CreditResult } from './CreditResult.tsx'
import { refreshWallet, walletKey, walletQueries } from './queries.ts'

/** Credits tokens to one wallet. The fields are locked while the outcome is unknown. */
export function AddTokensDialog(props: {
  wallet: Wallet
  /** The credit that the dialog was opened to check. */
  checked?: PendingWrite<Credit> | undefined
  onClose: () => void
}) {
  const { wallet } = props
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const { privacy } = useSnapshot(filters)
  const { colours } = useProjects()
  const { data: now = wallet } = useQuery(walletQueries.one(wallet))
  const { form, isLocked, dialog } = useWriteForm({
    schema: creditFormSchema,
    initial: EMPTY_CREDIT,
    drafts: creditDrafts,
    extra: { wallet },
    toBody: (values): Credit => ({ wallet, body: toManualTransactionCreate(values) }),
    toForm: ({ body }) => body,
    write: {
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
      meta: { success: 'Successfully added tokens', failure: 'Error adding user tokens' },
    },
    onClose: props.onClose,
  })
  const { other } = dialog.write
  const tokens = useWatch({ control: form.control, name: 'tokens' })
  const field = { form, inputSize: 'lg', autoComplete: 'off', readOnly: isLocked } as const

  return (
    <WriteDialog
      {...dialog}
      title="Add Tokens"
      verb="Add Tokens"
      busyVerb="Adding Tokens"
      notes={{
        what: 'the tokens were added',
        done: 'added',
        place: <Link href="/manual-transactions">Manual Transactions</Link>,
        promise: 'Checking never adds them twice.',
        other: other && (
          <>
            Another credit of{' '}
            <TokenAmount
              amount={other.write.what.body.tokens}
              unit={wallet.project_id}
              isMasked={privacy}
              isExact
            />{' '}
            to this wallet
          </>
        ),
      }}
    >
      <GroupFrame>
        <GroupLabel>Project</GroupLabel>
        <ProjectName name={wallet.project_id} colour={colours.get(wallet.project_id) ?? 'grey'} />
      </GroupFrame>
      <GroupFrame>
        <GroupLabel>Wallet address</GroupLabel>
        <AddressGroups address={wallet.wallet_address} />
      </GroupFrame>
      <FormText
        {...field}
        name="tokens"
        label="Tokens"
        inputMode="decimal"
        data-autofocus={isMobile ? undefined : true}
        suffix={wallet.project_id}
      />
      <FormText
        {...field}
        name="reason"
        label="Reason"
        hint="At least 4 characters. Kept with the transaction."
      />
      <CreditResult
        balance={now.total_tokens}
        added={parseDecimal(tokens)}
        unit={wallet.project_id}
        isMasked={privacy}
      />
    </WriteDialog>
  )
}
