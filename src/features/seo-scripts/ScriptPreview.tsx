import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'
import { previewHtml } from './preview-html.ts'

const Frame = styled('iframe')`
  display: block;
  flex: 1;
  width: 100%;
  min-height: 148px;
  border: 0;
`
const Note = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 36px;
  padding: 0 12px;
  border-top: 1px solid var(--line-strong);
  background: var(--surface-2);
  font: var(--t-small);
  color: var(--text-3);
`

/** The visible output of a script, in a sandboxed frame without permissions: no code runs in it. */
export function ScriptPreview(props: { title: string; script: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = previewHtml(props.script)
  }, [props.script])
  return (
    <>
      <Frame ref={frame} title={props.title} sandbox="" referrerPolicy="no-referrer" />
      <Note>
        <Icon of={ShieldCheck} size={14} />
        Sandboxed preview. Scripts do not run here.
      </Note>
    </>
  )
}
