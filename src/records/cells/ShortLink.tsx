import { shortAddress } from '#src/domain/text/text.ts'
import { css } from '#src/ui/theme.ts'
import { RecordLink, type RecordKind } from './RecordLink.tsx'

/** Every place has room for a shortened address. */
const whole = css`
  white-space: nowrap;
`

/** A shortened address or hash as a link to its record, named by all of it. */
export function ShortLink(props: {
  kind: Extract<RecordKind, 'wallet' | 'transaction'>
  projectId: string
  id: string
  /** The text to shorten, if it is not the id. */
  text?: string | undefined
}) {
  const { text = props.id } = props
  return (
    <RecordLink
      kind={props.kind}
      projectId={props.projectId}
      id={props.id}
      className={`mono ${whole}`}
      title={text}
      label={text}
    >
      {shortAddress(text)}
    </RecordLink>
  )
}
