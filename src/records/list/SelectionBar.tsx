import { Copy, Download, X } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { toCsv, toTabText } from '#src/domain/text/csv.ts'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import type { RecordCsv } from '#src/records/record-definition.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'

const Root = styled('div')`
  position: sticky;
  bottom: calc(16px + var(--safe-b));
  z-index: 10;
  display: flex;
  align-items: center;
  gap: 8px;
  width: fit-content;
  max-width: 100%;
  margin: 16px auto 0;
  padding: 8px 8px 8px 16px;
  background: var(--surface-3);
  border: 1px solid var(--line-hover);
  border-radius: 12px;
  box-shadow: var(--e-2);
  & > [role='status'] {
    margin-right: 8px;
    font: var(--t-label);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  ${MOBILE} {
    bottom: calc(8px + var(--safe-b));
    width: auto;
    gap: 4px;
    padding: 4px;
    & > [role='status'] {
      flex: 1;
      min-width: 0;
      margin: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    & > button {
      min-width: 44px;
      padding: 0 8px;
    }
  }
  ${PRINT} {
    display: none;
  }
`

const NOTHING = 'Select at least one row.'

/** What can be done with the selected rows. It stays in view while the list scrolls. */
export function SelectionBar<T>(props: {
  rows: readonly T[]
  csv: RecordCsv<T>
  isMasked: boolean
  /** In front of the count. */
  start?: ReactNode
  onClear: () => void
}) {
  const { rows, csv, isMasked } = props
  const isMobile = useIsMobile()
  const cells = useMemo(
    () => [
      csv.columns.map(({ head }) => head),
      ...rows.map((row) => csv.columns.map(({ value }) => value(row))),
    ],
    [csv, rows],
  )
  const { copy } = useCopy(isMasked ? '' : toTabText(cells))
  const disabledReason = isMasked ? PRIVACY_REFUSAL : rows.length === 0 ? NOTHING : undefined
  return (
    <Root role="toolbar" aria-label="Selection">
      {props.start}
      <span role="status">{rows.length} selected</span>
      <Button
        icon={isMobile ? undefined : Copy}
        disabledReason={disabledReason}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <Button
        icon={isMobile ? undefined : Download}
        disabledReason={disabledReason}
        aria-label="Download CSV"
        onClick={() => downloadCsv(csv.fileName, toCsv(cells))}
      >
        {isMobile ? 'CSV' : 'Download CSV'}
      </Button>
      <Button
        icon={isMobile ? X : undefined}
        variant="ghost"
        aria-label="Clear"
        onClick={props.onClear}
      >
        {isMobile ? null : 'Clear'}
      </Button>
    </Root>
  )
}
