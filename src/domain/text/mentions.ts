/** Somebody whom a note mentions: `name` stands in its text, after an @. */
export interface MentionedPerson {
  id: string
  email: string
  name: string
}

type Person = Omit<MentionedPerson, 'name'>

/** What names may consist of: the characters of mail addresses. */
const NAME_CHAR = /[\w.+\-%@]/
/** More than any name that is typed to be found. */
const MAX_TYPED_LENGTH = 100

/** The part of a mail address before its @. */
export function localPart(email: string): string {
  const at = email.lastIndexOf('@')
  return at <= 0 ? email : email.slice(0, at)
}

/**
 * A person as the text names them: by the local part of the address, or by the whole address if the text
 * names somebody else so.
 * @param others who is mentioned already
 */
export function mentionOf(person: Person, others: readonly MentionedPerson[]): MentionedPerson {
  const { id, email } = person
  const earlier = others.find((other) => other.id === id)
  if (earlier) return earlier
  const short = localPart(email)
  const isTaken = others.some((other) => other.name === short)
  return { id, email, name: isTaken ? email : short }
}

/** The people whom a stored text mentions, as it names them: with the same local part, one by the whole address. */
export function mentionsOf(text: string, people: readonly Person[]): MentionedPerson[] {
  const isWhole = ({ email }: Person) =>
    text.includes(`@${email}`) &&
    people.some((other) => other.email !== email && localPart(other.email) === localPart(email))
  return people.map(({ id, email }) => ({
    id,
    email,
    name: isWhole({ id, email }) ? email : localPart(email),
  }))
}

/** Whom the @ at this place names: the longest of the names that stand there whole. */
export function mentionAt(
  text: string,
  at: number,
  people: readonly MentionedPerson[],
): MentionedPerson | null {
  let longest: MentionedPerson | null = null
  for (const person of people) {
    const end = at + 1 + person.name.length
    const isThere = text.startsWith(person.name, at + 1) && !continuesAt(text, end)
    if (isThere && person.name.length > (longest?.name.length ?? 0)) longest = person
  }
  return longest
}

/** Whether a name goes on: a full stop or a hyphen at its end belongs to the sentence. */
function continuesAt(text: string, at: number): boolean {
  const next = text.charAt(at)
  if (!NAME_CHAR.test(next)) return false
  return !/[.\-%+]/.test(next) || /\w/.test(text.charAt(at + 1))
}

/** Those of the chosen people whose names still stand in the text. */
export function mentionedIn(
  text: string,
  chosen: readonly MentionedPerson[],
): readonly MentionedPerson[] {
  if (chosen.length === 0) return chosen
  const found = new Set<MentionedPerson>()
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const person = isNameBefore(text, at) ? null : mentionAt(text, at, chosen)
    if (person !== null) found.add(person)
  }
  return chosen.filter((person) => found.has(person))
}

const isNameBefore = (text: string, at: number) =>
  at > 0 && /[\p{L}\p{N}_]/u.test(text.charAt(at - 1))

/** The name that is being typed before the caret: where its @ stands, and what follows it so far. */
export function typedMention(text: string, caret: number): { start: number; q: string } | null {
  const before = text.slice(Math.max(0, caret - MAX_TYPED_LENGTH), caret)
  const word = /\S*$/.exec(before)?.[0] ?? ''
  const inWord = word.indexOf('@')
  if (inWord === -1) return null
  const start = caret - word.length + inWord
  if (isNameBefore(text, start)) return null
  const q = word.slice(inWord + 1)
  return [...q].every((char) => NAME_CHAR.test(char)) ? { start, q } : null
}
