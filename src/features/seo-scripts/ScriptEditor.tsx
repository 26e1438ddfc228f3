import { CodeArea } from '#src/ui/CodeArea.tsx'
import { highlightHtml } from './highlight-html.ts'

/** The editor of one script with its grammars, loaded when a card opens. */
export function ScriptEditor(props: {
  id: string
  label: string
  value: string
  placeholder: string
  isInvalid: boolean
  describedBy: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
}) {
  return <CodeArea {...props} highlight={highlightHtml} />
}
