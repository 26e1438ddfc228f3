import { Fragment, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { ExampleValues } from '#src/domain/text/message-placeholders.ts'
import { parseTelegramMarkup, type MarkupNode } from '#src/domain/text/telegram-markup.ts'
import { formatTime } from '#src/domain/time/format-time.ts'
import { filters } from '#src/state/filters.ts'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { styled } from '#src/ui/theme.ts'
import { MediaView } from './MediaView.tsx'
import { fillMessage } from './message-template.ts'

const Chat = styled('div')`
  flex: 1;
  padding: 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
`
const Channel = styled('div')`
  display: flex;
  align-items: center;
  gap: 10px;
  margin-bottom: 12px;
  & b {
    display: block;
    font: var(--t-label);
  }
  & small {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
`
const Avatar = styled('span')`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  font: 600 14px/1 var(--font);
`
const Bubble = styled('div')`
  overflow: hidden;
  background: var(--surface-3);
  border-radius: 12px 12px 12px 4px;
`
const Media = styled('div')`
  aspect-ratio: 16 / 9;
`
const Text = styled('div')`
  position: relative;
  padding: 10px 12px 8px;
  font: 400 13px/20px var(--font);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  /* Reserves space for the time at the end of the last line. */
  &::after {
    content: '';
    display: inline-block;
    width: 40px;
  }
  & time {
    position: absolute;
    right: 12px;
    bottom: 8px;
    font: var(--t-micro);
    color: var(--text-3);
  }
  & b {
    font-weight: 600;
  }
  & .link {
    color: var(--accent);
  }
  & code,
  & pre {
    margin: 0;
    font: var(--t-code);
    color: var(--text-2);
    white-space: pre-wrap;
  }
  & pre,
  & blockquote {
    margin: 4px 0;
    padding: 4px 8px;
    background: var(--surface-2);
    border-left: 3px solid var(--line-hover);
    border-radius: var(--r-sm);
  }
  & .spoiler {
    padding: 0 2px;
    background: var(--surface-2);
    border-radius: var(--r-sm);
    text-decoration: underline dotted var(--text-3);
  }
`

const ADDRESS = /(https?:\/\/[^\s]+)/g

/**
 * The notice as the channel shows it, with example values and inactive links. A message that the chat
 * would reject is shown as plain text; its field shows the error.
 */
export function MessagePreview(props: {
  projectId: string
  colour: string
  channel: string
  text: string
  values: ExampleValues
  media: Blob | null
}) {
  const { asOf } = useSnapshot(filters)
  const nodes = parseTelegramMarkup(props.text).nodes ?? [props.text]
  return (
    <LabelledGroup label="Preview">
      <Chat>
        <Channel>
          <Avatar
            aria-hidden
            style={{
              color: props.colour,
              background: `color-mix(in srgb, ${props.colour} 16%, var(--bg))`,
            }}
          >
            {Array.from(props.projectId)[0]}
          </Avatar>
          <div style={{ minWidth: 0 }}>
            <b className="trunc">{props.projectId}</b>
            <small className="num trunc">
              {props.channel === '' ? 'No channel' : `Channel ${props.channel}`}
            </small>
          </div>
        </Channel>
        <Bubble>
          {props.media && (
            <Media>
              <MediaView media={props.media} alt="" isStill />
            </Media>
          )}
          <Text className="num">
            <Nodes nodes={nodes} values={props.values} isCode={false} />
            <time>{formatTime(asOf)}</time>
          </Text>
        </Bubble>
      </Chat>
    </LabelledGroup>
  )
}

/** Renders text and the elements named here; nothing else of the message is rendered. */
function Nodes(props: {
  nodes: readonly MarkupNode[]
  values: ExampleValues
  isCode: boolean
}): ReactNode {
  const { values } = props
  return props.nodes.map((node, at) => {
    // Nodes have no identity other than their index.
    if (typeof node === 'string') {
      const text = fillMessage(node, values)
      return props.isCode ? text : <Linked key={at} text={text} />
    }
    const { tag: Tag, children } = node
    const isCode = props.isCode || Tag === 'code' || Tag === 'pre'
    const inside = <Nodes nodes={children} values={values} isCode={isCode} />
    if (Tag === 'a' || Tag === 'spoiler')
      return (
        <span key={at} className={Tag === 'a' ? 'link' : 'spoiler'}>
          {inside}
        </span>
      )
    return <Tag key={at}>{inside}</Tag>
  })
}

/** Highlights URLs as the chat does, without links. */
function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((piece, at) =>
    at % 2 === 1 ? (
      <span key={at} className="link">
        {piece}
      </span>
    ) : (
      <Fragment key={at}>{piece}</Fragment>
    ),
  )
}
