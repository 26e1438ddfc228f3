/**
 * A part of a JSON document: the text of a scalar, or the end of an object or array. `path` has the keys
 * that lead to it, joined with dots; places in arrays are not named.
 */
export type JsonPart = { path: string; text: string } | { path: string; end: '}' | ']' }

/** One that is longer is none of a list. */
const MAX_TOKEN = 1000
const TOKEN = /[ \t\r\n]*(?:([{}[\]:,])|"((?:[^"\\]|\\.)*)"|(-?[\d.eE+-]+|true|false|null))/y

interface Open {
  end: '}' | ']'
  path: string
  /** Of an object: the key whose value comes next. */
  key: string | null
}

type Expected = 'value' | 'first value' | 'key' | 'first key' | ':' | ',' | 'end'

/**
 * Reads a JSON document of any size piece by piece. Escapes in strings stay as they are.
 * @throws SyntaxError with the line and what is wrong there
 */
export async function* readJsonParts(chunks: AsyncIterable<string>): AsyncGenerator<JsonPart[]> {
  const open: Open[] = []
  let expected: Expected = 'value'
  let rest = ''
  let line = 1

  const fail = (found: string) =>
    new SyntaxError(`Line ${line}: this is not JSON at ${JSON.stringify(found.slice(0, 20))}`)
  const pathOf = (key: string | null) => {
    const above = open.at(-1)?.path ?? ''
    return key === null ? above : above === '' ? key : `${above}.${key}`
  }

  function take(
    found: string,
    sign: string | undefined,
    text: string | undefined,
  ): JsonPart | null {
    const last = open.at(-1)
    if (sign === ':' && expected === ':') expected = 'value'
    else if (sign === ',' && expected === ',' && last) expected = last.end === '}' ? 'key' : 'value'
    else if ((sign === '}' || sign === ']') && last?.end === sign && mayEnd(sign)) {
      open.pop()
      expected = open.length === 0 ? 'end' : ','
      return { path: last.path, end: sign }
    } else if ((expected === 'key' || expected === 'first key') && last && isString(found)) {
      last.key = text ?? ''
      expected = ':'
    } else if (expected !== 'value' && expected !== 'first value') throw fail(found)
    else {
      const path = pathOf(last?.end === '}' ? last.key : null)
      if (sign === undefined) {
        expected = open.length === 0 ? 'end' : ','
        return { path, text: text ?? '' }
      }
      if (sign !== '{' && sign !== '[') throw fail(found)
      open.push({ end: sign === '{' ? '}' : ']', path, key: null })
      expected = sign === '{' ? 'first key' : 'first value'
    }
    return null
  }
  const mayEnd = (sign: '}' | ']') =>
    expected === ',' || expected === (sign === '}' ? 'first key' : 'first value')

  function* partsOf(text: string, isLast: boolean): Generator<JsonPart> {
    TOKEN.lastIndex = 0
    let at = 0
    for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
      const [found, sign, string, word] = match
      // A number may go on in the next piece.
      if (word !== undefined && TOKEN.lastIndex === text.length && !isLast) break
      at = TOKEN.lastIndex
      const part = take(found.trimStart(), sign, string ?? word)
      if (found.includes('\n')) line += found.split('\n').length - 1
      if (part) yield part
    }
    rest = text.slice(at)
    if (rest.length > MAX_TOKEN || (isLast && rest.trim() !== '')) throw fail(rest.trimStart())
  }

  const isOpen = () => expected !== 'end'
  for await (const chunk of chunks) yield [...partsOf(rest + chunk, false)]
  yield [...partsOf(rest, true)]
  if (isOpen()) throw new SyntaxError(`Line ${line}: the file ends before its JSON does`)
}

const isString = (found: string) => found.startsWith('"')
