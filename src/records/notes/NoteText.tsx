import { Link } from 'wouter'
import { mentionsOf } from '#src/domain/text/mentions.ts'
import { noteParts, type NotePart } from '#src/domain/text/note-parts.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { withParams } from '#src/records/page-hrefs.ts'
import { styled } from '#src/ui/theme.ts'
import type { Note } from '#src/wire/notes.ts'

const Text = styled('p')`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  /* Each line has the direction of its own text. */
  unicode-bidi: plaintext;
  text-align: start;
  /* What turns the direction of the text around them leaves links and names as they are. */
  & a,
  & > span {
    direction: ltr;
    unicode-bidi: isolate;
  }
`
const Mention = styled('span')`
  padding: 0 3px;
  border-radius: 3px;
  background: var(--accent-tint);
  color: var(--accent);
`

/** The text of a note as it was typed, with links to what it names. */
export function NoteText(props: { note: Note; projectId: string }) {
  const { text, mentions } = props.note
  const parts = noteParts(text ?? '', mentionsOf(text ?? '', mentions))
  return (
    <Text dir="auto">
      {parts.map((part, at) => (
        // The parts of a text never change their order.
        <Part key={at} part={part} projectId={props.projectId} />
      ))}
    </Text>
  )
}

function Part({ part, projectId }: { part: NotePart; projectId: string }) {
  const { text } = part
  switch (part.is) {
    case 'text':
      return text
    case 'mention':
      return <Mention title={part.person.email}>{text}</Mention>
    case 'wallet':
      return (
        <RecordLink
          kind="wallet"
          projectId={projectId}
          id={text}
          className="mono"
          title={text}
          label={text}
        >
          {shortAddress(text)}
        </RecordLink>
      )
    case 'hash':
      return (
        <Link
          href={withParams('/transactions', { hash: text })}
          className={`${linkStyle} mono`}
          title={text}
          aria-label={text}
        >
          {shortAddress(text)}
        </Link>
      )
    case 'link':
      return <WebLink text={text} href={part.href} />
  }
}

/** A page of this app opens here, any other in a tab of its own that learns nothing of this one. */
function WebLink({ text, href }: { text: string; href: string }) {
  const { origin, pathname, search, hash } = new URL(href)
  if (origin === globalThis.location.origin) {
    return (
      <Link href={pathname + search + hash} className={linkStyle}>
        {text}
      </Link>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkStyle} title={href}>
      {text}
    </a>
  )
}
