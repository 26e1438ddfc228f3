import { KeyRound } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { PageGroup, RowBox } from '#src/ui/lists/PageGroup.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { RECOVERY_CODES, type FactorList } from '#src/wire/factors.ts'
import { FACTOR_GROUPS, NO_FACTOR } from './factor-text.ts'

/** How many recovery codes are left, and the button that makes new ones. */
export function RecoveryCodesGroup(props: {
  list: FactorList
  /** Why nothing can be changed now. */
  offline: string | undefined
  onNewCodes: () => void
}) {
  const { factors, recovery_codes_left: left } = props.list
  const hasFactor = factors.length > 0
  return (
    <PageGroup
      {...FACTOR_GROUPS.recoveryCodes}
      action={
        <Button
          disabledReason={props.offline ?? (hasFactor ? undefined : NO_FACTOR)}
          onClick={props.onNewCodes}
        >
          New codes
        </Button>
      }
    >
      {hasFactor || left > 0 ? (
        <RowBox>
          <PanelRow
            icon={KeyRound}
            title={`${left} of ${RECOVERY_CODES} left`}
            line={<small>Each works once. They sign in, and confirm nothing else.</small>}
          >
            {null}
          </PanelRow>
        </RowBox>
      ) : (
        <p className="t3">{NO_FACTOR}</p>
      )}
    </PageGroup>
  )
}
