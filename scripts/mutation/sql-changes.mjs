/**
 * Changes of SQL texts, found by patterns, because templates are incomplete SQL.
 * @typedef {{ kind: string, at: number, length: number, text: string }} SqlChange
 */

/** @type {{ kind: string, find: RegExp, put: string | ((found: string) => string), unless?: RegExp }[]} */
const RULES = [
  { kind: 'sql <', find: /(?<![<>=-])<(?![=>-])/g, put: '<=' },
  { kind: 'sql <', find: /<=(?!>)/g, put: '<' },
  { kind: 'sql >', find: /(?<![<>=-])>(?![=>])/g, put: '>=' },
  { kind: 'sql >', find: />=/g, put: '>' },
  { kind: 'sql =', find: /<>/g, put: '=' },
  { kind: 'sql and', find: /\band\b/gi, put: 'or', unless: /\bbetween\s+\S+\s*$/i },
  { kind: 'sql or', find: /\bor\b/gi, put: 'and', unless: /\bcreate\s*$/i },
  { kind: 'sql order', find: /\basc\b/gi, put: 'desc' },
  { kind: 'sql order', find: /\bdesc\b/gi, put: 'asc' },
  { kind: 'sql sum', find: /\bsum(?=\()/gi, put: 'max' },
  { kind: 'sql min', find: /\bmin(?=\()/gi, put: 'max' },
  { kind: 'sql min', find: /\bmax(?=\()/gi, put: 'min' },
  { kind: 'sql least', find: /\bleast(?=\()/gi, put: 'greatest' },
  { kind: 'sql least', find: /\bgreatest(?=\()/gi, put: 'least' },
  { kind: 'sql distinct', find: /(?<!\bis )(?<!\bis not )\bdistinct /gi, put: '' },
  { kind: 'sql distinct', find: /\bis distinct from\b/gi, put: 'is not distinct from' },
  { kind: 'sql null', find: /\bis null\b/gi, put: 'is not null' },
  { kind: 'sql null', find: /\bis not null\b/gi, put: 'is null' },
  { kind: 'sql exists', find: /\bnot (?=exists\b|in\b)/gi, put: '' },
  { kind: 'sql + -', find: / \+ /g, put: ' - ' },
  { kind: 'sql + -', find: / - /g, put: ' + ' },
  {
    kind: 'sql *',
    find: /(?<=[\w)]) \* (?=[\w(])/g,
    put: ' + ',
    unless: /\b(?:select|distinct)$/i,
  },
  { kind: 'sql /', find: / \/ /g, put: ' * ' },
  { kind: 'sql join', find: /\bleft join\b/gi, put: 'join' },
  { kind: 'sql union', find: /\bunion all\b/gi, put: 'union' },
  { kind: 'sql lock', find: /\bfor (?:no key )?update(?: of \w+)?(?: skip locked)?/gi, put: '' },
  { kind: 'sql boolean', find: /\btrue\b/gi, put: 'false' },
  { kind: 'sql boolean', find: /\bfalse\b/gi, put: 'true' },
  {
    kind: 'sql conflict',
    find: /\bexcluded\.(?=\w)/gi,
    put: 'r.',
    unless: /[+-]\s*$|select[^;]*$/i,
  },
  {
    kind: 'sql day',
    find: /(?<=')(?:month|day|hour)(?=')/g,
    put: (unit) => (unit === 'day' ? 'month' : 'day'),
  },
  { kind: 'sql zone', find: /(?<=')UTC(?=')/g, put: 'Asia/Tokyo' },
  { kind: 'sql text', find: /'[a-z]'/g, put: "'x'" },
  {
    kind: 'sql text',
    find: /(?<=[=(,]\s*|\bin \()'(?!month'|day'|hour')[a-z]{2,}'/g,
    put: (text) => text.replace("'", "'x"),
  },
  {
    kind: 'sql number',
    find: /(?<=')\d+(?= (?:minute|hour|day|month)s?')/g,
    put: (n) => String(Number(n) + 1),
  },
  {
    kind: 'sql number',
    find: /(?<![\w$.'-])\d+(?![\w.'-]|:\d)/g,
    put: (n) => String(Number(n) + 1),
  },
]

/** Column types, where a number is a width. */
const WIDTH = /\b(?:numeric|varchar|char|decimal)\([\d, ]*$/i

const CLAUSE =
  /\b(set|where|and|or|on|when|having|select|case|if|then|group by|order by|values|using|with|check)\b/gi

/** The last clause before a position. @param {string} before */
const clauseOf = (before) => [...before.matchAll(CLAUSE)].at(-1)?.[1]?.toLowerCase() ?? ''

/** Whether a text in server/db is SQL. @param {string} text */
export const isSql = (text) =>
  /[\s(]/.test(text.trim()) &&
  /\b(?:select|insert into|update|delete from|where|from|create|values|group by|order by|coalesce|sum|count|least|greatest|date_bin|date_trunc|is (?:not )?null|and|interval)\b/.test(
    text,
  )

/** @param {string} text @returns {SqlChange[]} */
export function sqlChanges(text) {
  // Blanked in the same length, so that positions stay valid. Indexes change no results.
  const bare = text.replaceAll(/--[^\n]*|\bcreate index\b[^;]*/g, (part) => ' '.repeat(part.length))
  /** @type {SqlChange[]} */
  const changes = []
  for (const { kind, find, put, unless } of RULES)
    for (const match of bare.matchAll(find)) {
      const before = bare.slice(0, match.index)
      if (unless?.test(before)) continue
      const clause = clauseOf(before)
      if (
        kind === 'sql number' &&
        (WIDTH.test(before) || clause.endsWith(' by') || clause === 'with')
      )
        continue
      const isQuoted = (before.match(/'/g)?.length ?? 0) % 2 === 1
      if (isQuoted && !/^sql (?:day|zone|text)$/.test(kind) && !/(?<=')$/.test(before)) continue
      const found = match[0]
      changes.push({
        kind,
        at: match.index,
        length: found.length,
        text: typeof put === 'string' ? put : put(found),
      })
    }
  // Only an equals sign that compares can be inverted, not one that assigns.
  for (const match of bare.matchAll(/(?<![<>:=!])=(?![=>])/g)) {
    const clause = clauseOf(bare.slice(0, match.index))
    if (['where', 'and', 'or', 'on', 'when', 'having', 'if', 'check'].includes(clause))
      changes.push({ kind: 'sql =', at: match.index, length: 1, text: '<>' })
  }
  return changes
}
