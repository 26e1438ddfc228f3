import { sha256 } from '#server/auth/secret.ts'
import type { PushMessage } from '#server/dependencies.ts'
import { cutText } from '#src/domain/text/text.ts'

/** What every push service takes (RFC 8030: at least 4,096 bytes), less the encryption's own. */
const MAX_BYTES = 3900
/** Lengths are rounded up, because a length can tell an amount. */
const PAD_TO_BYTES = 256
const MAX_PATH_LENGTH = 500
const MAX_TAG_LENGTH = 100
const MAX_TOPIC_LENGTH = 32

/** The message as JSON of at most 3,900 bytes, filled up with spaces. A long text is cut at a character. */
export function encodeMessage(message: PushMessage): Buffer {
  const { path, tag, body, title } = message
  const plain = {
    ...message,
    path: path.length > MAX_PATH_LENGTH ? '/' : path,
    tag: cutText(tag, MAX_TAG_LENGTH).toWellFormed(),
  }
  const shortTitle = longestThatFits(title.toWellFormed(), (text) =>
    fits({ ...plain, title: text, body: '' }),
  )
  const shortBody = longestThatFits(body.toWellFormed(), (text) =>
    fits({ ...plain, title: shortTitle, body: text }),
  )
  const json = Buffer.from(JSON.stringify({ ...plain, title: shortTitle, body: shortBody }))
  const padded = Math.min(MAX_BYTES, Math.ceil(json.length / PAD_TO_BYTES) * PAD_TO_BYTES)
  return Buffer.concat([json, Buffer.alloc(padded - json.length, ' ')])
}

const fits = (message: PushMessage) => Buffer.byteLength(JSON.stringify(message)) <= MAX_BYTES

/** The text, or its longest start with an ellipsis. Halves of surrogate pairs stay together. */
function longestThatFits(text: string, isShort: (text: string) => boolean): string {
  if (isShort(text)) return text
  const characters = [...text]
  const cut = (length: number) => `${characters.slice(0, length).join('')}…`
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isShort(cut(middle))) low = middle
    else high = middle - 1
  }
  return low === 0 ? '' : cut(low)
}

/**
 * The topic of an event's message: a push service keeps only the newest one of a topic for a device
 * that is off. The id itself stays here.
 */
export function topicOf(eventId: string): string {
  return sha256(eventId).toString('base64url').slice(0, MAX_TOPIC_LENGTH)
}
