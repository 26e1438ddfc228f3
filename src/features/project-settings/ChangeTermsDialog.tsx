import { useState } from 'react'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { termsReasonSchema, type ProjectTerms } from '#src/wire/project-terms.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { TermField, type TermName } from './TermField.tsx'
import { termsDrafts, useTermsForm } from './use-terms-form.ts'

const Grid = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  align-items: start;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
`
const Wide = styled('div')`
  grid-column: 1 / -1;
`

/** Staking rewards are missing: during a sale they can only be disabled, which the page does. */
const NAMES: readonly TermName[] = [
  'fee_enabled',
  'fee_percentage',
  'fee_wallet_address',
  'liquidity_split_enabled',
  'liquidity_split_percentage',
  'liquidity_wallet_address',
  'profit_wallet_address',
  'income_wallet_address',
  'staking_enabled',
  'staking_apy',
  'default_referral_payout_percentage',
  'api_url',
  'banners_enabled',
  'banners_desktop_aspect_ratio',
  'banners_mobile_aspect_ratio',
]
const WIDE: ReadonlySet<TermName> = new Set([
  'fee_wallet_address',
  'liquidity_wallet_address',
  'profit_wallet_address',
  'income_wallet_address',
])

/** Changes the terms of a project that has completed purchases. They need a reason. */
export function ChangeTermsDialog(props: {
  projectId: string
  saved: ProjectTerms
  onClose: () => void
}) {
  const { projectId, saved, onClose } = props
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const form = useTermsForm(projectId, saved, reason.trim())
  const count = Object.keys(form.update).length
  const close = () => {
    termsDrafts.drop(projectId)
    onClose()
  }
  const submit = async () => {
    setTried(true)
    if (form.validate() && reasonError(reason) === undefined && (await form.save())) close()
  }
  return (
    <Dialog
      title="Change terms"
      width={680}
      isOpen
      onClose={close}
      hasChanges={count > 0 || reason !== ''}
      isBusy={form.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      footer={
        <WriteFoot
          verb="Change terms"
          busyVerb="Changing"
          isBusy={form.isBusy}
          isReady={count > 0}
          onCancel={close}
        />
      }
    >
      <p>
        New terms of <b>{projectId}</b> apply from the time of the change. Earlier purchases keep
        the present terms, which have applied since {formatInstant(saved.valid_from)}.
      </p>
      <Grid>
        {NAMES.map((name) =>
          WIDE.has(name) ? (
            <Wide key={name}>
              <TermField name={name} form={form} />
            </Wide>
          ) : (
            <TermField key={name} name={name} form={form} />
          ),
        )}
        <Wide>
          <TextAreaField
            label="Reason"
            hint="Kept with the change."
            autoComplete="off"
            value={reason}
            error={isTried ? reasonError(reason) : undefined}
            onChange={(event) => setReason(event.target.value)}
          />
        </Wide>
      </Grid>
    </Dialog>
  )
}

function reasonError(reason: string): string | undefined {
  return termsReasonSchema('Enter a reason').safeParse(reason).error?.issues[0]?.message
}
