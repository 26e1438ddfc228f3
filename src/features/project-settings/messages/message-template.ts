import { editDistance } from '#src/domain/text/edit-distance.ts'
import {
  PLACEHOLDERS,
  type ExampleValues,
  type Placeholder,
} from '#src/domain/text/message-placeholders.ts'

/** A part of the text: a known or misspelt placeholder with its braces, or plain text. */
export interface MessagePart {
  text: string
  placeholder: Placeholder | null
  isMisspelt?: true
}

/** What looks like a placeholder, as people write names: {Wallet Address}, {walletAddress}. */
const NAME_LIKE = /\{\s*([a-z][\w .-]{0,39})\}/gi
/** Edits within which a name counts as a misspelt one. */
const MAX_EDITS = 4
// The text between a `{` and the caret while a placeholder's name is being typed.
const OPEN_NAME = /\{([a-z_]*)$/

function isPlaceholder(name: string | undefined): name is Placeholder {
  return PLACEHOLDERS.some((placeholder) => placeholder === name)
}

/** Splits a text at its placeholders and at what is misspelt as one; other braces are plain text. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = []
  let done = 0
  for (const found of text.matchAll(NAME_LIKE)) {
    const [whole] = found
    const name = /^\{([a-z_]+)\}$/.exec(whole)?.[1]
    if (found.index > done) parts.push({ text: text.slice(done, found.index), placeholder: null })
    if (isPlaceholder(name)) parts.push({ text: whole, placeholder: name })
    else parts.push({ text: whole, placeholder: null, isMisspelt: true })
    done = found.index + whole.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), placeholder: null })
  return parts
}

/** "wallet_address" of "Wallet Address" and of "walletAddress". */
const snakeCase = (name: string) =>
  name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z]+/g, '_')
    .toLowerCase()

/** The placeholder that was probably meant, or null if none is near. */
function nearestPlaceholder(name: string): Placeholder | null {
  const written = snakeCase(name)
  const limit = Math.min(MAX_EDITS, Math.floor(written.length / 2))
  let nearest: Placeholder | null = null
  let least = limit + 1
  for (const placeholder of PLACEHOLDERS) {
    const edits = editDistance(written, placeholder, limit)
    if (edits < least) [nearest, least] = [placeholder, edits]
  }
  // "ticker" is far from every name and a part of one.
  return nearest ?? PLACEHOLDERS.find((one) => one.split('_').includes(written)) ?? null
}

/** A sentence for each name in braces that is no placeholder: it is posted as it is written. */
export function describeMisspelt(text: string): string[] {
  const written = messageParts(text).flatMap((part) => (part.isMisspelt ? [part.text] : []))
  return [...new Set(written)].map((name) => {
    const nearest = nearestPlaceholder(name.slice(1, -1))
    const meant = nearest === null ? '' : ` Did you mean {${nearest}}?`
    return `${name} is not a placeholder and is posted as it is.${meant}`
  })
}

/** The message with example values in place of the placeholders. */
export function fillMessage(text: string, values: ExampleValues): string {
  return messageParts(text)
    .map((part) => (part.placeholder === null ? part.text : values[part.placeholder]))
    .join('')
}

export interface Completion {
  /** Offset of the `{`. */
  start: number
  options: Placeholder[]
}

/** The placeholders that match the text before the caret, or null if none is being typed. */
export function completionAt(text: string, caret: number): Completion | null {
  const found = OPEN_NAME.exec(text.slice(0, caret))
  const typed = found?.[1]
  if (!found || typed === undefined) return null
  const options = PLACEHOLDERS.filter((name) => name.startsWith(typed))
  return options.length > 0 ? { start: found.index, options } : null
}

/**
 * The range that an inserted placeholder replaces: the selection and, if it begins with a `{`, the
 * rest of the name after the caret.
 */
export function replacedRange(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  const tail = text.slice(start, end).startsWith('{') ? /^[a-z_]*\}/.exec(text.slice(end)) : null
  return { start, end: end + (tail?.[0].length ?? 0) }
}
