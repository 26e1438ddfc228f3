import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { formatRecent } from '#src/domain/record-formats.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { DifferenceDialog } from './DifferenceDialog.tsx'
import { describeDifference } from './settlement-difference.ts'
import type { SettlementResult } from './settlement-query.ts'

const Frame = styled('div')`
  margin-bottom: 16px;
`

/** That the period on screen has a saved statement, and what has changed since the newest one. */
export function StatementNotice(props: {
  /** Of the period on screen, newest first. */
  statements: readonly [Statement, ...Statement[]]
  result: SettlementResult
  isMasked: boolean
}) {
  const { statements, result, isMasked } = props
  const [isOpen, setOpen] = useState(false)
  const [newest] = statements
  // Older figures would show the difference the wrong way round.
  const isComparable = result.computedAt >= Date.parse(newest.created_at)
  const at = formatRecent(newest.created_at, new Date(result.computedAt))
  return (
    <Frame className="screen-only">
      <Notice
        icon={FileCheck}
        tone="info"
        action={
          <Button size="sm" onClick={() => setOpen(true)}>
            Show the difference
          </Button>
        }
      >
        <b>A statement of this period was saved on {at}.</b>{' '}
        {isComparable && describeDifference(newest.figures, result.figures, isMasked)}
      </Notice>
      {isOpen && (
        <DifferenceDialog
          statements={statements}
          isMasked={isMasked}
          onClose={() => setOpen(false)}
        />
      )}
    </Frame>
  )
}
