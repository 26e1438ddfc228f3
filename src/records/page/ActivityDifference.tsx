import { useState, type ReactNode } from 'react'
import {
  differenceOf,
  type DifferenceRow,
  type DifferenceValue,
} from '#src/domain/text/difference.ts'
import { CARDS, useInCards } from '#src/records/list/in-cards.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AuditEntry } from '#src/wire/audit.ts'

const Box = styled('div')`
  overflow: hidden;
  background: var(--surface-1);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
`
const Table = styled('table')`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  font: var(--t-body);
`
const Row = styled('tr')`
  & + &,
  tbody > & {
    border-top: 1px solid var(--line);
  }
  ${CARDS} {
    position: relative;
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`
type Tone = 'head' | 'corner' | 'field' | 'before' | 'after' | 'quiet'
const Cell = styled('td')<{ as?: 'th'; scope?: 'col' | 'row'; $tone: Tone }>`
  height: 36px;
  padding: 8px 12px;
  font-weight: 400;
  text-align: start;
  vertical-align: top;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
  font-variant-numeric: tabular-nums;
  ${(p) => TONES[p.$tone]}
`
const HEAD = 'height: 32px; font: var(--t-small); font-weight: 500; color: var(--text-3);'
const TONES: Record<Tone, string> = {
  head: HEAD,
  corner: `width: 200px; ${HEAD}`,
  field: `${CARDS} { grid-column: 1 / -1; background: var(--surface-2); }`,
  before: 'background: var(--negative-tint);',
  after: 'background: var(--positive-tint);',
  quiet: 'color: var(--text-3);',
}
const Sign = styled('span')<{ $colour: string }>`
  color: ${(p) => p.$colour};
`
/** Two lines, then a fade. */
const Folded = styled('div')`
  max-height: 44px;
  overflow: hidden;
  -webkit-mask-image: linear-gradient(#000 50%, transparent);
  mask-image: linear-gradient(#000 50%, transparent);
`
const Fold = styled('button')`
  margin-top: 4px;
  color: var(--accent);
  font: var(--t-small);
  ${MOBILE} {
    min-height: 44px;
  }
`

/** The fields of an entry before and after: changed ones first, with a minus and a plus. */
export function ActivityDifference({ entry, isMasked }: { entry: AuditEntry; isMasked: boolean }) {
  const rows = differenceOf(entry, isMasked)
  const isCard = useInCards()
  if (rows.length === 0) return <p className="t3">No values were recorded.</p>
  return (
    <Box>
      <Table aria-label="Before and after">
        <thead>
          <Row>
            {/* On a card the fields stand above their values: the heading is only read out. */}
            <Cell as="th" scope="col" $tone="corner" className={isCard ? 'sr' : ''}>
              Field
            </Cell>
            <Cell as="th" scope="col" $tone="head">
              Before
            </Cell>
            <Cell as="th" scope="col" $tone="head">
              After
            </Cell>
          </Row>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DifferenceLine key={row.field} row={row} />
          ))}
        </tbody>
      </Table>
    </Box>
  )
}

function DifferenceLine({ row: { label, before, after, isChanged } }: { row: DifferenceRow }) {
  return (
    <Row>
      <Cell as="th" scope="row" $tone="field" className={isChanged ? '' : 't3'}>
        {label}
      </Cell>
      <Cell $tone={isChanged && before !== null ? 'before' : 'quiet'}>
        {before && (
          <Value value={before} label={`${label} before`} sign={isChanged ? MINUS : null} />
        )}
      </Cell>
      <Cell $tone={isChanged && after !== null ? 'after' : 'quiet'}>
        {isChanged
          ? after && <Value value={after} label={`${label} after`} sign={PLUS} />
          : 'Unchanged'}
      </Cell>
    </Row>
  )
}

const MINUS = (
  <Sign aria-hidden $colour="var(--negative)">
    {'−\u00a0'}
  </Sign>
)
const PLUS = (
  <Sign aria-hidden $colour="var(--positive)">
    {'+\u00a0'}
  </Sign>
)

function Value(props: { value: DifferenceValue; label: string; sign: ReactNode }) {
  const { is, text } = props.value
  const [isOpen, setOpen] = useState(false)
  const content = (
    <>
      {props.sign}
      {is === 'redacted' ? (
        <i title="Secrets are not kept in the log">{text}</i>
      ) : (
        <MaskableText text={text} />
      )}
    </>
  )
  if (is !== 'long') return content
  return (
    <>
      {isOpen ? content : <Folded>{content}</Folded>}
      <div>
        <Fold
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Show less of' : 'Show all of'} ${props.label.toLowerCase()}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Fold>
      </div>
    </>
  )
}
