/** The placeholders of a chat notice, in their order on the screen (spec 3). */
export const PLACEHOLDERS = [
  'project_id',
  'stage_name',
  'wallet_address',
  'payment_token_symbol',
  'payment_token_amount',
  'payment_usd_amount',
  'tokens_bought',
  'project_ticker',
  'website_url',
  'buy_url',
] as const

export type Placeholder = (typeof PLACEHOLDERS)[number]

/** A part of the text: a known placeholder with its braces, or plain text. */
export interface MessagePart {
  text: string
  placeholder: Placeholder | null
}

const BRACES = /\{([a-z_]+)\}/g
// The text between a `{` and the caret while a placeholder's name is being typed.
const OPEN_NAME = /\{([a-z_]*)$/

function isPlaceholder(name: string | undefined): name is Placeholder {
  return PLACEHOLDERS.some((placeholder) => placeholder === name)
}

/** Splits a text at its placeholders; other braces are plain text. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = []
  let done = 0
  for (const found of text.matchAll(BRACES)) {
    const [whole, name] = found
    if (!isPlaceholder(name)) continue
    if (found.index > done) parts.push({ text: text.slice(done, found.index), placeholder: null })
    parts.push({ text: whole, placeholder: name })
    done = found.index + whole.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), placeholder: null })
  return parts
}

export type ExampleValues = Readonly<Record<Placeholder, string>>

interface ExampleProject {
  id: string
  project_ticker: string
  website_url: string
  buy_url: string
}

/** The values in the preview: the project's own, and an example purchase. */
export function exampleValues(project: ExampleProject): ExampleValues {
  return {
    project_id: project.id,
    stage_name: 'Stage 5',
    wallet_address: '0xd204a6e1…37b8',
    payment_token_symbol: 'ETH',
    payment_token_amount: '3.0000',
    payment_usd_amount: '9,060.00',
    tokens_bought: '377,500.00',
    project_ticker: project.project_ticker,
    website_url: project.website_url,
    buy_url: project.buy_url,
  }
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
