import { useSnapshot } from 'valtio'
import { timeWords } from '#src/domain/clock-words.ts'
import { filters } from '#src/state/filters.ts'
import { styled } from '#src/ui/theme.ts'
import { LabelledGroup } from './LabelledGroup.tsx'
import { MediaView } from './MediaView.tsx'
import { fillMessage, type ExampleValues } from './message-template.ts'

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
  display: grid;
  gap: 10px;
  padding: 10px 12px 8px;
  font: 400 13px/20px var(--font);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  & p:first-child {
    font-weight: 600;
  }
  /* Room at the end of the last line for the time. */
  & p:last-of-type::after {
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
  & em {
    font-style: normal;
    color: var(--accent);
  }
`

const ADDRESS = /(https?:\/\/[^\s]+)/g

/** The notice as the channel shows it, with example values: text only, no link is followed. */
export function MessagePreview(props: {
  projectId: string
  colour: string
  channel: string
  text: string
  values: ExampleValues
  media: Blob | null
}) {
  const { moment } = useSnapshot(filters)
  const paragraphs = fillMessage(props.text, props.values).split(/\n{2,}/)
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
            {paragraphs.map((paragraph, at) => (
              // What makes a text has no identity but its place.
              <p key={at}>
                <Linked text={paragraph} />
              </p>
            ))}
            <time>{timeWords(moment)}</time>
          </Text>
        </Bubble>
      </Chat>
    </LabelledGroup>
  )
}

/** Addresses as the chat colours them; nothing here can be followed. */
function Linked({ text }: { text: string }) {
  return text
    .split(ADDRESS)
    .map((piece, at) => (at % 2 === 1 ? <em key={at}>{piece}</em> : <span key={at}>{piece}</span>))
}
