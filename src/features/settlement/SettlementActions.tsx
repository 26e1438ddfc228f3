import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { serverNow } from '#src/state/clock.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { settlementCsv, settlementFileName } from './settlement-csv.ts'
import type { SettlementResult } from './settlement-query.ts'
import { dayIn, PRINT_REFUSAL } from './settlement-text.ts'
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

const SAVE_REFUSAL = 'Privacy mode is on: turn it off to save a statement.'

/** "The period ends with Nov 30, 2026." */
const lastDayText = ({ resolvedQuery: { range, zone } }: SettlementResult) =>
  `The period ends with ${dayIn(range.end - 1, zone)}.`

/** Saves, prints and downloads the settlement; on phones below the choice of the project. */
export function SettlementActions(props: {
  projectId: string
  /** Undefined while there is none. */
  result: SettlementResult | undefined
  isMasked: boolean
  onPrint: () => void
}) {
  const { projectId, result, isMasked, onPrint } = props
  const isMobile = useIsMobile()
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const lock = useWriteLock()
  const { write, isBusy } = useSaveStatement()
  const [isConfirming, setConfirming] = useState(false)
  const save = ({ resolvedQuery: { range, zone } }: SettlementResult, isOpen: boolean) =>
    write({
      project_id: projectId,
      start_date: new Date(range.start).toISOString(),
      end_date: new Date(range.end).toISOString(),
      tz: zone,
      ...(isOpen ? { confirm_open_period: true } : {}),
    })
  const start = () => {
    if (result === undefined) return
    if (result.resolvedQuery.range.end > serverNow()) setConfirming(true)
    else void save(result, false)
  }
  const download = () => {
    if (result === undefined) return
    downloadCsv(settlementFileName(projectId, result), settlementCsv(projectId, result))
  }
  const isEmpty = result === undefined
  const buttons = (
    <Row className="screen-only">
      {mayWrite && (
        <Button
          variant="primary"
          isBusy={isBusy}
          busyLabel="Saving"
          disabled={isEmpty}
          disabledReason={isOnline ? (isMasked ? SAVE_REFUSAL : undefined) : OFFLINE_REFUSAL}
          onClick={start}
        >
          Save statement
        </Button>
      )}
      <Button
        icon={Printer}
        aria-label="Print"
        disabled={isEmpty}
        disabledReason={isMasked ? PRINT_REFUSAL : undefined}
        onClick={onPrint}
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
  return (
    <>
      {isMobile ? buttons : <TopBarSlot place="tools">{buttons}</TopBarSlot>}
      {result && (
        <ConfirmDialog
          title="Save a period that is not over?"
          isOpen={isConfirming}
          onClose={() => setConfirming(false)}
          onConfirm={async () => {
            if ((await save(result, true)) !== undefined) setConfirming(false)
          }}
          confirmLabel="Save so far"
          busyLabel="Saving"
          isBusy={isBusy}
          lock={lock}
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        >
          <b>{lastDayText(result)}</b> The statement keeps the figures so far. Purchases that come
          later are no part of it: they show only in its difference.
        </ConfirmDialog>
      )}
    </>
  )
}
