import { useState, type ReactNode } from 'react'
import { differenceOf, type DifferenceRow, type DifferenceValue } from '#src/domain/difference.ts'
import { MaskableText } from '#src/ui/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AuditEntry } from '#src/wire/audit.ts'
import { CARDS } from './in-cards.ts'

const Grid = styled('div')`
  position: relative;
  display: grid;
  grid-template-columns: minmax(96px, 200px) minmax(0, 1fr) minmax(0, 1fr);
  overflow: hidden;
  background: var(--surface-1);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  font: var(--t-body);
  ${CARDS} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`
const Row = styled('div')`
  display: contents;
  &:not(:first-child) > * {
    border-top: 1px solid var(--line);
  }
`
const Cell = styled('div')<{ $tone?: 'head' | 'corner' | 'field' | 'before' | 'after' | 'quiet' }>`
  min-height: 36px;
  padding: 8px 12px;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
  font-variant-numeric: tabular-nums;
  ${(p) => TONES[p.$tone ?? 'quiet']}
`
const TONES = {
  head: 'min-height: 32px; font: var(--t-small); font-weight: 500; color: var(--text-3);',
  // In a card the fields stand above their values: the heading is read out only.
  corner: `font: var(--t-small); font-weight: 500; color: var(--text-3);
    ${CARDS} { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; overflow: hidden; clip-path: inset(50%); }`,
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
  if (rows.length === 0) return <p className="t3">No values were recorded.</p>
  return (
    <Grid role="table" aria-label="Before and after">
      <Row role="row">
        {['Field', 'Before', 'After'].map((name) => (
          <Cell key={name} role="columnheader" $tone={name === 'Field' ? 'corner' : 'head'}>
            {name}
          </Cell>
        ))}
      </Row>
      {rows.map((row) => (
        <DifferenceLine key={row.field} row={row} />
      ))}
    </Grid>
  )
}

function DifferenceLine({ row: { label, before, after, isChanged } }: { row: DifferenceRow }) {
  return (
    <Row role="row">
      <Cell role="rowheader" $tone="field" className={isChanged ? '' : 't3'}>
        {label}
      </Cell>
      <Cell role="cell" $tone={isChanged && before !== null ? 'before' : 'quiet'}>
        {before && (
          <Value value={before} label={`${label} before`} sign={isChanged ? MINUS : null} />
        )}
      </Cell>
      <Cell role="cell" $tone={isChanged && after !== null ? 'after' : 'quiet'}>
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
