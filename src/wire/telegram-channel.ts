const USERNAME = /^@?([a-z]\w{3,31})$/i
const PUBLIC_LINK =
  /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(?:s\/)?(?!(?:joinchat|addlist|share)\b)([a-z]\w{3,31})(?:[/?].*)?$/i
/** A link to a message of a private channel, or to a chat in the web client. */
const PRIVATE_LINK = /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/c\/(\d+)(?:[/?].*)?$/i
const WEB_LINK = /^(?:https?:\/\/)?web\.telegram\.org\/.*#(@[a-z]\w{3,31}|-\d+)$/i
const NUMBER = /^-?\d{1,19}$/
/** What a channel's own number has before it in the id that bots use. */
const CHANNEL_PREFIX = '-100'

/**
 * The id of a chat as the Bot API takes it, from what people paste: "@name", "name", "-100 123", with a
 * typographic minus, or a link to the channel. A text that can't be one stays, without blanks.
 */
export function normaliseChannel(text: string): string {
  const plain = text.replaceAll(/[\s\p{Cf}]/gu, '').replace(/^[−–—]/, '-')
  const [, number] = PRIVATE_LINK.exec(plain) ?? []
  if (number !== undefined) return CHANNEL_PREFIX + number
  const [, chat] = WEB_LINK.exec(plain) ?? []
  if (chat !== undefined) return chat
  const [, name] = PUBLIC_LINK.exec(plain) ?? USERNAME.exec(plain) ?? []
  return name === undefined ? plain : `@${name}`
}

/** Why a normalised text can't be the id of a chat; null if it can. */
export function validateChannel(channel: string): string | null {
  if (channel === '' || NUMBER.test(channel) || USERNAME.test(channel)) return null
  return /(?:t|telegram)\.me\/(?:\+|joinchat)/i.test(channel)
    ? 'An invitation is not an id. Enter @name, or the number, such as -1001234567890.'
    : 'Enter @name, the number, such as -1001234567890, or a link to the channel.'
}
