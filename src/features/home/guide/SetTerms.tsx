import { send } from '#src/api/http.ts'
import { toDecimal, toPercent } from '#src/domain/money/decimals.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { termsQuery } from '#src/projects/terms-query.ts'
import { projectHref } from '#src/records/page-hrefs.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import { projectTermsCalls, type ProjectTerms } from '#src/wire/project-terms.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WayOn } from './WayOn.tsx'

const Ways = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

/** "No fee, liquidity 20%, referral payouts 7.5%." */
export function termsText(saleTerms: ProjectTerms): string {
  const share = (name: string, isOn: number, fraction: number, off: string) =>
    isOn === 1 ? `${name} ${toPercent(toDecimal(fraction))}%` : off
  const parts = [
    share('fee', saleTerms.fee_enabled, saleTerms.fee_percentage, 'no fee'),
    share(
      'liquidity',
      saleTerms.liquidity_split_enabled,
      saleTerms.liquidity_split_percentage,
      'no liquidity split',
    ),
    `referral payouts ${toDecimal(saleTerms.default_referral_payout_percentage)}%`,
  ]
  return `${capitalize(parts.join(', '))}.`
}

/** Leads to the project's terms, or confirms those that it was added with. */
export function SetTerms(props: {
  projectId: string
  /** Undefined if they did not load. */
  saleTerms: ProjectTerms | undefined
}) {
  const { projectId, saleTerms } = props
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: () =>
      send(projectTermsCalls.updateProjectTerms, {
        params: { id: projectId },
        body: { confirm: true },
      }),
    meta: {
      success: 'Terms confirmed',
      failure: 'Error confirming the terms',
      invalidates: [termsQuery(projectId).queryKey],
    },
  })
  return (
    <>
      {saleTerms && (
        <p>
          <b>Now:</b> {termsText(saleTerms)}
        </p>
      )}
      <Ways>
        <WayOn to={projectHref('/project-settings', projectId)}>Open project settings</WayOn>
        {saleTerms && (
          <Button
            isBusy={isBusy}
            busyLabel="Confirming"
            disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
            onClick={() => void write()}
          >
            Keep them as they are
          </Button>
        )}
      </Ways>
    </>
  )
}
