import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { apiOrigin } from '#src/api/ingest-keys.ts'
import { useProjects } from '#src/api/projects.ts'
import {
  EXAMPLE_KINDS,
  readingExample,
  type ExampleKind,
} from '#src/domain/text/reading-examples.ts'
import { serverNow } from '#src/state/clock.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { CodeSpans, type CodeSpan } from '#src/ui/fields/CodeSpans.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { NewReadingKey } from '#src/wire/reading-keys.ts'

const Root = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
`
const Bar = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  ${MOBILE} {
    & > [role='radiogroup'] {
      flex: 1 1 auto;
    }
  }
`
const Code = styled('pre')`
  margin: 0;
  padding: 12px 16px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  font: var(--t-code);
  color: var(--text-2);
  white-space: pre-wrap;
  /* An address begins on its own line, behind the blanks before it. */
  word-break: break-all;
`
const OPTIONS = EXAMPLE_KINDS.map((value) => ({ value, label: value }))

/** Programs that read with a new key. What is shown has only its last characters; what is copied works. */
export function ReadingExamples(props: { created: NewReadingKey; onCopied: () => void }) {
  const { key, last4, scopes, projects } = props.created
  const { names } = useProjects()
  const [kind, setKind] = useState<ExampleKind>('curl')
  const [now] = useState(serverNow)
  const example = (text: string) =>
    readingExample(kind, {
      origin: apiOrigin(),
      key: text,
      scopes,
      project: (projects === 'all' ? names : projects)[0] ?? 'PROJECT',
      now,
    })
  const { isCopied, copy } = useCopy(example(key))
  return (
    <Root>
      <Bar>
        <Segmented label="Example" options={OPTIONS} value={kind} onChange={setKind} />
        <Button
          size="sm"
          icon={isCopied ? Check : Copy}
          aria-label="Copy example"
          onClick={() => void copy().then((isDone) => isDone && props.onCopied())}
        >
          Copy
        </Button>
      </Bar>
      <Code>
        {example(`slr_…${last4}`)
          .split('\n')
          .map((line, at) => (
            // A line's only identity is its index.
            <div key={at}>
              <CodeSpans spans={highlight(line)} />
            </div>
          ))}
      </Code>
    </Root>
  )
}

/** Quoted texts of a line stand out. */
function highlight(line: string): CodeSpan[] {
  return line
    .split(/('[^']*'|"[^"]*")/)
    .filter((text) => text !== '')
    .map((text) => ({ text, kind: /^['"]/.test(text) ? 'string' : 'plain' }))
}
