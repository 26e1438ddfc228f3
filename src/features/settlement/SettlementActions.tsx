import { Download, Printer } from 'lucide-react'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { settlementCsv, settlementFileName } from './settlement-csv.ts'
import type { SettlementResult } from './settlement-query.ts'
import { useSaveStatement } from './use-save-statement.ts'

const Row = styled('div')`
  display: contents;
  /* The bar has no room for the words. */
  @media screen and (max-width: 1099px) {
    & .words {
      display: none;
    }
  }
  ${MOBILE} {
    display: flex;
    gap: 8px;
    margin-bottom: 12px;
    & > :first-child {
      flex: 1;
    }
  }
`

const refusalOf = (isMasked: boolean, verb: string) =>
  isMasked ? `Privacy mode is on: turn it off to ${verb}.` : undefined

/** Saves, prints and downloads the settlement; on phones below the choice of the project. */
export function SettlementActions(props: {
  projectId: string
  /** Undefined while there is none. */
  result: SettlementResult | undefined
  isMasked: boolean
}) {
  const { projectId, result, isMasked } = props
  const isMobile = useIsMobile()
  const isOnline = useOnline()
  const { write, isBusy } = useSaveStatement()
  const save = () => {
    if (result === undefined) return
    const { range, zone } = result.resolvedQuery
    void write({
      project_id: projectId,
      start_date: new Date(range.start).toISOString(),
      end_date: new Date(range.end).toISOString(),
      tz: zone,
    })
  }
  const download = () => {
    if (result === undefined) return
    downloadCsv(settlementFileName(projectId, result), settlementCsv(projectId, result))
  }
  const isEmpty = result === undefined
  const buttons = (
    <Row className="screen-only">
      <Button
        variant="primary"
        isBusy={isBusy}
        busyLabel="Saving"
        disabled={isEmpty}
        disabledReason={isOnline ? refusalOf(isMasked, 'save a statement') : OFFLINE_REFUSAL}
        onClick={save}
      >
        Save statement
      </Button>
      <Button
        icon={Printer}
        aria-label="Print"
        disabled={isEmpty}
        disabledReason={refusalOf(isMasked, 'print amounts')}
        onClick={() => globalThis.print()}
      >
        <span className="words">Print</span>
      </Button>
      <Button
        icon={Download}
        aria-label="Download CSV"
        disabled={isEmpty}
        disabledReason={isMasked ? PRIVACY_REFUSAL : undefined}
        onClick={download}
      >
        <span className="words">Download CSV</span>
      </Button>
    </Row>
  )
  return isMobile ? buttons : <TopBarSlot place="tools">{buttons}</TopBarSlot>
}
