import type { ReactNode } from 'react'
import { useUser } from '#src/state/session.ts'
import { PRINT, styled } from '#src/ui/theme.ts'
import type { Statement } from '#src/wire/settlement.ts'
import type { SettlementResult } from './settlement-query.ts'
import { periodText, secondIn, termsLine } from './settlement-text.ts'
import { SettlementTables } from './SettlementTables.tsx'
import { figuresOfStatement, statementName } from './statement-list.ts'

const Root = styled('div')`
  ${PRINT} {
    /* The first line of the page has both, in full. */
    body:has(&) header > span:not(h1) {
      display: none;
    }
    & section {
      margin: 8px 0 0;
      overflow: visible;
      break-inside: auto;
      border: 0;
      border-radius: 0;
    }
    & section > div:first-child {
      min-height: 0;
      padding: 12px 4px 4px;
      break-after: avoid;
    }
    & section > div:first-child > h2 {
      font: var(--t-h2);
    }
  }
`
const Head = styled('p')`
  padding: 0 4px;
  font: var(--t-small);
  color: var(--text-2);
  overflow-wrap: anywhere;
`

/** The page's content; on paper without boxes, and with its own first line. */
export function PrintedPage({ children }: { children: ReactNode }) {
  return <Root>{children}</Root>
}

/** The first line on paper: what it is of, when it was computed and who printed it. */
export function PrintedHead(props: { projectId: string; result: SettlementResult }) {
  const { resolvedQuery, computedAt } = props.result
  const { range, zone } = resolvedQuery
  const user = useUser()
  return (
    <Head className="print-only">
      {props.projectId}, {periodText(range, zone)}. {termsLine(props.result)}. As of{' '}
      {secondIn(computedAt, zone)}. Printed by {user?.email}.
    </Head>
  )
}

/** A statement on paper, with its number and its figures as they were saved. */
export function PrintedStatement({ statement }: { statement: Statement }) {
  const dated = figuresOfStatement(statement)
  const { range, zone } = dated.resolvedQuery
  const user = useUser()
  return (
    <div className="print-only">
      <Head>
        {statement.project_id}. {statementName(statement)}, {periodText(range, zone)}.{' '}
        {termsLine(dated)}. Figures as saved on {secondIn(Date.parse(statement.created_at), zone)}{' '}
        by {statement.created_by}. Printed by {user?.email}.
      </Head>
      <SettlementTables projectId={statement.project_id} result={dated} isMasked={false} />
    </div>
  )
}
