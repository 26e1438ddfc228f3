import { readFileSync } from 'node:fs'
import path from 'node:path'
import { codeChanges, isMessage } from './code-changes.mjs'
import { isSql, sqlChanges } from './sql-changes.mjs'
import { calledName, isFunction, isParsable, parseCode, walk } from './syntax.mjs'

/**
 * One change of the code. `unit` is the start of the enclosing function in the file, or 'module'
 * outside of all functions.
 * @typedef {{ area: string, file: string, line: number, kind: string, start: number, end: number,
 *   text: string, change: string, lineText: string, unit: string }} Mutant
 * @typedef {import('./syntax.mjs').Node} Node
 */

/** The most that a report quotes of an expression, and of the code around a change. */
const MAX_QUOTE_LENGTH = 70
const QUOTE_MARGIN = 30

/** Data, types, and code that no test process runs. */
const EXCLUDED = /\.test\.tsx?$|-data\.ts$|^server\/db\/schema\/|\/product\.ts$/

/** Files outside the other areas that calculate, read or send amounts. */
export const MONEY_FILES = [
  'server/admin/import-lines.ts',
  'server/admin/csv.ts',
  'server/routes/sale/analytics-graphs.ts',
  'server/routes/sale/analytics.ts',
  'server/routes/sale/approvals.ts',
  'server/routes/campaigns/bonus-codes.ts',
  'server/routes/sale/bonus-transactions.ts',
  'server/routes/campaigns/channels.ts',
  'server/routes/campaigns/code-effects.ts',
  'server/routes/sale/credited-purchase.ts',
  'server/routes/idempotency.ts',
  'server/routes/operations/ingest.ts',
  'server/routes/campaigns/launches.ts',
  'server/routes/sale/manual-transactions.ts',
  'server/routes/sale/present-approval.ts',
  'server/routes/sale/settlement.ts',
  'src/features/bonus-codes/bonus-code-form.ts',
  'src/domain/sale/code-state.ts',
  'src/domain/money/axis-scale.ts',
  'src/features/home/cards/card-csv.ts',
  'src/features/home/ranked/details-rows.ts',
  'src/figures/period-request.ts',
  'src/features/home/graph/graph-series.ts',
  'src/features/home/ranked/ranked-csv.ts',
  'src/domain/money/ranked-rows.ts',
  'src/domain/money/ranked-rules.ts',
  'src/features/home/ranked/reconciliation.ts',
  'src/features/home/since-last-visit.ts',
  'src/credits/credit-form.ts',
  'src/features/users/override-rules.ts',
  'src/wire/bonus-codes.ts',
  'src/wire/ingest.ts',
  'src/wire/primitives.ts',
  'src/wire/wallets.ts',
  'src/writes/idempotent-write.ts',
  'src/writes/pending-writes.ts',
  'src/writes/write-state.ts',
]

/** The parts of the product that are mutated. @type {Record<string, RegExp>} */
export const AREAS = {
  domain: /^src\/domain\/.+\.ts$/,
  api: /^src\/(?:api|cache|session)\/[^/]+\.ts$/,
  db: /^server\/(?:db\/.*|lifecycle\/expired)\.ts$/,
  money: new RegExp(`^(?:${MONEY_FILES.map((file) => file.replaceAll('.', '\\.')).join('|')})$`),
}

/** @param {string} file @param {string} code @param {string} area @returns {Mutant[]} */
export function mutantsOf(file, code, area) {
  /** @type {Mutant[]} */
  const mutants = []
  const isDatabase = file.startsWith('server/db/')
  /** @param {{ kind: string, start: number, end: number, text: string, shown: { start: number, end: number } }} change @param {string} unit */
  const add = ({ kind, start, end, text, shown }, unit) => {
    const from = Math.max(shown.start, start - QUOTE_MARGIN)
    const to = Math.min(shown.end, end + QUOTE_MARGIN)
    const before = code.slice(from, to)
    const after = code.slice(from, start) + text + code.slice(end, to)
    const changed = code.slice(0, start) + text + code.slice(end)
    if (before === after || !isParsable(file, changed)) return
    const line = code.slice(0, start).split('\n').length
    const lineText = code.split('\n')[line - 1]?.trim() ?? ''
    const quote = (/** @type {string} */ part) => {
      const flat = part.replaceAll(/\s+/g, ' ').trim()
      return flat.length > MAX_QUOTE_LENGTH ? `${flat.slice(0, MAX_QUOTE_LENGTH)}…` : flat
    }
    const change = `${quote(before)}  →  ${quote(after) || '(nothing)'}`
    mutants.push({ area, file, line, kind, start, end, text, change, lineText, unit })
  }
  walk(parseCode(file, code), (node, parents) => {
    if (isMessage(node)) return false
    const unit = unitOf([...parents, node])
    for (const change of codeChanges(node, parents, code)) add(change, unit)
    for (const part of textsOf(node)) {
      const text = code.slice(part.start, part.end)
      if (!isSqlPlace(parents, node) && !(isDatabase && isSql(text))) continue
      for (const { kind, at, length, text: put } of sqlChanges(text)) {
        const start = part.start + at
        const end = start + length
        add({ kind, start, end, text: put, shown: around(code, part, start, end) }, unit)
      }
    }
  })
  return mutants
}

/** The part of an SQL text that a report quotes: the change and some text around it, on one line. @param {string} code @param {{ start: number, end: number }} part @param {number} start @param {number} end */
function around(code, part, start, end) {
  const from = Math.max(part.start, code.lastIndexOf('\n', start) + 1, start - 30)
  const lineEnd = code.indexOf('\n', end)
  return { start: from, end: Math.min(part.end, lineEnd === -1 ? part.end : lineEnd, end + 25) }
}

/** Whether a text is an argument of `sql` or `sql.raw`. @param {readonly Node[]} parents @param {Node} node */
function isSqlPlace(parents, node) {
  const parent = parents.at(-1)
  if (parent?.type === 'TaggedTemplateExpression') return parent['tag'].name === 'sql'
  return node.type !== 'Literal' && calledName(parent) === 'raw'
}

/** The text ranges of a template or a string. @param {Node} node @returns {{ start: number, end: number }[]} */
function textsOf(node) {
  if (node.type === 'Literal' && typeof node['value'] === 'string')
    return [{ start: node.start + 1, end: node.end - 1 }]
  if (node.type !== 'TemplateLiteral') return []
  // A range lies between two placeholders, without their delimiters.
  return node['quasis'].map((/** @type {Node} */ { start, end, value, tail }) => {
    const opening = end - start - value.raw.length > 0 ? 1 : 0
    const from = start + opening
    return {
      start: from,
      end: tail ? from + value.raw.length : Math.min(end, from + value.raw.length),
    }
  })
}

/** @param {readonly Node[]} nodes */
export const unitOf = (nodes) => {
  const own = nodes.findLast(isFunction)
  return own ? String(own.start) : 'module'
}

/**
 * A pseudo-random generator of fractions with a seed (mulberry32).
 * @param {number} seed
 */
export function fractions(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Picks `count` mutants of a area: per file in proportion to its possible changes, and within a file
 * across kinds of change and lines.
 * @param {Map<string, Mutant[]>} byFile @param {number} count @param {number} seed
 */
export function sample(byFile, count, seed) {
  const files = [...byFile].filter(([, all]) => all.length > 0)
  const total = files.reduce((sum, [, all]) => sum + all.length, 0)
  const shares = files.map(([file, all]) => {
    const share = (count * all.length) / total
    const whole = Math.min(all.length, Math.max(1, Math.floor(share)))
    return { file, all, whole, rest: share - whole }
  })
  const order = shares.toSorted((a, b) => b.rest - a.rest)
  let missing = count - shares.reduce((sum, { whole }) => sum + whole, 0)
  for (let pass = 0; missing > 0 && pass < count; pass += 1)
    for (const share of order)
      if (missing > 0 && share.whole < share.all.length) {
        share.whole += 1
        missing -= 1
      }
  return shares.flatMap(({ file, all, whole }) => {
    // A generator per file, so that a change of one file does not change the samples of the others.
    const next = fractions(seed ^ hashText(file))
    return pick(all, whole, next)
  })
}

/** @param {string} text */
const hashText = (text) =>
  [...text].reduce((hash, character) => (Math.imul(hash, 31) + character.charCodeAt(0)) | 0, 7)

/** @param {Mutant[]} all @param {number} count @param {() => number} next */
function pick(all, count, next) {
  /** @type {Mutant[]} */
  const picked = []
  const left = [...all]
  const usedLines = new Set()
  while (picked.length < count && left.length > 0) {
    const fresh = left.filter(({ line }) => !usedLines.has(line))
    const pool = fresh.length > 0 ? fresh : left
    const kinds = [...new Set(pool.map(({ kind }) => kind))]
    const kind = kinds[Math.floor(next() * kinds.length)]
    const ofKind = pool.filter((mutant) => mutant.kind === kind)
    const mutant = ofKind[Math.floor(next() * ofKind.length)]
    if (!mutant) break
    picked.push(mutant)
    left.splice(left.indexOf(mutant), 1)
    usedLines.add(mutant.line)
  }
  return picked.toSorted((a, b) => a.start - b.start)
}

/** @param {string[]} files @param {string} area */
export const filesInArea = (files, area) =>
  files.filter((file) => AREAS[area]?.test(file) && !EXCLUDED.test(file))

/** All mutants of a area by file. @param {string} root @param {string[]} files @param {string} area */
export const mutantsInArea = (root, files, area) =>
  new Map(
    filesInArea(files, area).map((file) => {
      const code = readFileSync(path.join(root, file), 'utf8')
      return [file, mutantsOf(file, code, area)]
    }),
  )
