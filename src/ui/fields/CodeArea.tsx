import { memo, useMemo, type ComponentProps } from 'react'
import { styled } from '#src/ui/theme.ts'
import { CodeSpans, type CodeSpan } from './CodeSpans.tsx'

const TEXT = `
  font: var(--t-field-code);
  letter-spacing: 0;
  font-variant-ligatures: none;
  tab-size: 2;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

const Scroller = styled('div')`
  flex: 1;
  display: grid;
  overflow: auto;
  max-height: 480px;
  background: var(--bg);
`
const Sheet = styled('div')`
  position: relative;
  min-height: 100%;
`
const Lines = styled('div')`
  padding: 12px 0;
  counter-reset: line;
  color: var(--code-text, var(--text-2));
  ${TEXT}
`
const Line = styled('div')`
  position: relative;
  min-height: 20px;
  padding: 0 12px 0 44px;
  counter-increment: line;
  &::before {
    content: counter(line);
    position: absolute;
    left: 0;
    top: 0;
    width: 32px;
    text-align: right;
    font: var(--t-code);
    color: var(--text-3);
    user-select: none;
  }
`
const Placeholder = styled('div')`
  position: absolute;
  left: 44px;
  top: 12px;
  color: var(--text-3);
`
const Input = styled('textarea')`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  padding: 12px 12px 12px 44px;
  border: 0;
  border-radius: 0;
  outline: none;
  resize: none;
  overflow: hidden;
  background: transparent;
  color: transparent;
  caret-color: var(--text-1);
  ${TEXT}
  &::selection {
    background: rgb(120 180 255 / 0.28);
    color: transparent;
  }
`

const CodeLine = memo(
  function CodeLine(props: { spans: readonly CodeSpan[] }) {
    return (
      <Line>
        <CodeSpans spans={props.spans} />
      </Line>
    )
  },
  (before, after) => isSameLine(before.spans, after.spans),
)

function isSameLine(before: readonly CodeSpan[], after: readonly CodeSpan[]): boolean {
  return (
    before.length === after.length &&
    before.every((span, at) => span.text === after[at]?.text && span.kind === after[at].kind)
  )
}

/**
 * A code editor: a transparent textarea over the highlighted text. Undo, selection and accessibility
 * are native, and Tab leaves the field. It grows with its text up to 480 px. `highlight` splits a
 * text into lines of spans.
 */
export function CodeArea(
  props: Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
    label: string
    value: string
    onChange: (value: string) => void
    highlight: (text: string) => readonly (readonly CodeSpan[])[]
    isInvalid?: boolean | undefined
    describedBy?: string | undefined
  },
) {
  const { label, value, onChange, highlight, isInvalid, describedBy, ...rest } = props
  const { placeholder, ...input } = rest
  const lines = useMemo(() => highlight(value), [highlight, value])
  return (
    <Scroller>
      <Sheet>
        <Lines aria-hidden="true">
          {lines.map((spans, at) => (
            // A line's only identity is its index.
            <CodeLine key={at} spans={spans} />
          ))}
          {value === '' && placeholder !== undefined && <Placeholder>{placeholder}</Placeholder>}
        </Lines>
        <Input
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          {...input}
          aria-label={label}
          aria-invalid={isInvalid ?? false}
          {...(describedBy ? { 'aria-describedby': describedBy } : {})}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Sheet>
    </Scroller>
  )
}
