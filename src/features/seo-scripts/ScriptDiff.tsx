import { useMemo } from 'react'
import { CodeSpans, type CodeSpan } from '#src/ui/fields/CodeSpans.tsx'
import { styled } from '#src/ui/theme.ts'
import { highlightHtml } from './highlight-html.ts'
import { diffLines, type DiffLine } from './line-diff.ts'
import { SCRIPT_LABELS, type ScriptName } from './script-form.ts'
import { Aside, Box, Column, ColumnHead, ColumnLabel, EditedDot } from './ScriptField.tsx'

const TINTS: Record<DiffLine['kind'], string> = {
  same: '',
  added: 'background: var(--positive-tint);',
  removed: 'background: var(--negative-tint);',
}
const SIGNS: Record<DiffLine['kind'], { text: string; name: string; colour: string }> = {
  same: { text: '', name: 'unchanged', colour: 'var(--text-3)' },
  added: { text: '+', name: 'added', colour: 'var(--positive)' },
  removed: { text: '−', name: 'removed', colour: 'var(--negative)' },
}

const Lines = styled('div')`
  max-height: 480px;
  padding: 12px 0;
  overflow: auto;
  font: var(--t-code);
  font-variant-ligatures: none;
  color: var(--text-2);
`
const Line = styled('div')<{ $kind: DiffLine['kind'] }>`
  position: relative;
  min-height: 20px;
  padding: 0 12px 0 84px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  tab-size: 2;
  ${(p) => TINTS[p.$kind]}
`
const LineNumber = styled('span')<{ $isNew: boolean; $isChanged: boolean }>`
  position: absolute;
  left: ${(p) => (p.$isNew ? 32 : 0)}px;
  top: 0;
  width: ${(p) => (p.$isNew ? 28 : 32)}px;
  text-align: right;
  color: ${(p) => (p.$isChanged ? 'var(--text-2)' : 'var(--text-3)')};
  user-select: none;
`
const Sign = styled('span')`
  position: absolute;
  left: 68px;
  top: 0;
`

/** The changes of one script, line by line. */
export function ScriptDiff(props: { name: ScriptName; before: string; after: string }) {
  const { before, after } = props
  const { lines, added, removed } = useMemo(() => diffLines(before, after), [before, after])
  const oldSpans = useMemo(() => highlightHtml(before), [before])
  const newSpans = useMemo(() => highlightHtml(after), [after])
  const label = SCRIPT_LABELS[props.name]
  return (
    <Column role="group" aria-label={`${label} changes`}>
      <ColumnHead>
        <ColumnLabel>
          {label}
          {before !== after && <EditedDot role="img" aria-label="Edited" />}
        </ColumnLabel>
        <Aside className="num">
          {before === after ? (
            'No changes'
          ) : (
            <>
              <span style={{ color: 'var(--positive)' }}>+{added}</span>{' '}
              <span style={{ color: 'var(--negative)' }}>−{removed}</span> lines
            </>
          )}
        </Aside>
      </ColumnHead>
      <Box>
        {/* Focusable, so that a long script scrolls by keyboard. */}
        <Lines role="group" aria-label={`${label} lines`} tabIndex={0}>
          {lines.map((line) => (
            <ChangedLine
              key={`${line.oldNumber ?? ''}:${line.newNumber ?? ''}`}
              line={line}
              spans={spansOf(line, oldSpans, newSpans)}
            />
          ))}
        </Lines>
      </Box>
    </Column>
  )
}

function spansOf(line: DiffLine, oldSpans: CodeSpan[][], newSpans: CodeSpan[][]): CodeSpan[] {
  const coloured =
    line.newNumber === null ? oldSpans[(line.oldNumber ?? 0) - 1] : newSpans[line.newNumber - 1]
  return coloured ?? [{ text: line.text, kind: 'plain' }]
}

function ChangedLine(props: { line: DiffLine; spans: readonly CodeSpan[] }) {
  const { kind, oldNumber, newNumber } = props.line
  const sign = SIGNS[kind]
  const isChanged = kind !== 'same'
  return (
    <Line $kind={kind}>
      <LineNumber $isNew={false} $isChanged={isChanged}>
        {oldNumber}
      </LineNumber>
      <LineNumber $isNew $isChanged={isChanged}>
        {newNumber}
      </LineNumber>
      {isChanged && (
        <Sign role="img" aria-label={sign.name} style={{ color: sign.colour }}>
          {sign.text}
        </Sign>
      )}
      <CodeSpans spans={props.spans} />
    </Line>
  )
}
