import { Download, Printer } from 'lucide-react'
import { uncapitalize } from '#src/domain/text/text.ts'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { statementCsv, statementFileName } from './settlement-csv.ts'
import { PRINT_REFUSAL } from './settlement-text.ts'
import { statementName } from './statement-list.ts'

const Row = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  /* Below the text of a notice. */
  ${MOBILE} {
    grid-column: 2;
    margin-top: 4px;
  }
`

/** What can be done with a saved statement: its difference, and its figures as saved on paper or in a file. */
export function StatementTools(props: {
  statement: Statement
  isMasked: boolean
  onPrint: (statement: Statement) => void
  onCompare: () => void
}) {
  const { statement, isMasked } = props
  const name = uncapitalize(statementName(statement))
  return (
    <Row>
      <Button
        size="sm"
        icon={Printer}
        aria-label={`Print ${name}`}
        disabledReason={isMasked ? PRINT_REFUSAL : undefined}
        onClick={() => props.onPrint(statement)}
      >
        Print
      </Button>
      <Button
        size="sm"
        icon={Download}
        aria-label={`Download CSV of ${name}`}
        disabledReason={isMasked ? PRIVACY_REFUSAL : undefined}
        onClick={() => downloadCsv(statementFileName(statement), statementCsv(statement))}
      >
        CSV
      </Button>
      <Button size="sm" onClick={props.onCompare}>
        Show the difference
      </Button>
    </Row>
  )
}
