import { calledName, isFunction, isLiteral } from './syntax.mjs'

/**
 * Replaces the text from `start` to `end`; `shown` is the part that a report quotes.
 * @typedef {{ kind: string, start: number, end: number, text: string, shown: { start: number, end: number } }} Change
 * @typedef {import('./syntax.mjs').Node} Node
 */

/** @type {Record<string, string>} */
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
}

/** @type {Record<string, string>} */
const METHODS = {
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  trunc: 'ceil',
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  findLast: 'find',
  findLastIndex: 'findIndex',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  padStart: 'padEnd',
  innerJoin: 'leftJoin',
  leftJoin: 'innerJoin',
  or: 'and',
  and: 'or',
}

/** Methods whose call can be removed from a chain. */
const LINKS = new Set(
  `filter slice toSorted sort toReversed reverse trim toLowerCase toUpperCase
  where having distinct orderBy limit offset forUpdate forNoKeyUpdate forShare forKeyShare skipLocked
  onConflict`.split(/\s+/),
)

/** Methods whose string argument is compared or looked up. */
const COMPARING = new Set(
  'includes has get set delete startsWith endsWith indexOf split'.split(' '),
)

/** @type {Record<string, string>} */
const QUERY_OPERATORS = {
  '=': '!=',
  '!=': '=',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
}

/** Kysely's conditions: `where('status', '=', 'completed')`, `on`, `eb`, … */
const CONDITIONS = new Set(['where', 'having', 'on', 'onRef', 'whereRef', 'eb', 'orWhere'])

/** @param {Node} node @param {Node | undefined} parent */
const isTest = (node, parent) =>
  (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') &&
  parent['test'] === node

/**
 * The possible changes of one node.
 * @param {Node} node @param {readonly Node[]} parents @param {string} code the file's text
 * @returns {Change[]}
 */
export function codeChanges(node, parents, code) {
  const parent = parents.at(-1)
  /** @type {Change[]} */
  const changes = []
  const textOf = (/** @type {Node} */ part) => code.slice(part.start, part.end)
  /** @type {(kind: string, part: { start: number, end: number }, text: string, shown?: Node) => void} */
  const add = (kind, { start, end }, text, shown = node) =>
    changes.push({ kind, start, end, text, shown })
  /** The position of the operator between two nodes. @param {Node} left @param {Node} right @param {string} sign */
  const between = (left, right, sign) => {
    const start = code.indexOf(sign, left.end)
    return start === -1 || start >= right.start ? undefined : { start, end: start + sign.length }
  }

  if (isTest(node, parent) && !isLiteral(node, 'boolean')) {
    add('condition', node, 'true')
    add('condition', node, 'false')
  }

  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const { left, right, operator } = node
      const isText = [left, right].some(
        (side) => isLiteral(side, 'string') || side.type === 'TemplateLiteral',
      )
      const place = between(left, right, operator)
      const other = OPERATORS[operator]
      if (other && place && !(isText && operator === '+')) add(`${operator}`, place, other)
      if (operator === '??') {
        if (!isInRange(node)) add('??', { start: left.end, end: node.end }, '')
        add('??', node, `(${textOf(right)})`)
      }
      break
    }
    case 'UnaryExpression':
      if (node['operator'] === '!' || node['operator'] === '-')
        add(node['operator'], { start: node.start, end: node.start + 1 }, ' ')
      break
    case 'Literal':
      literalChanges(node, parents, add)
      break
    case 'IfStatement':
      if (node['alternate'] === null && isExit(node['consequent']))
        add('early exit', node['consequent'], '{}', node['consequent'])
      break
    case 'ExpressionStatement': {
      const inner =
        node['expression'].type === 'AwaitExpression'
          ? node['expression'].argument
          : node['expression']
      const isAct = ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(
        inner.type,
      )
      if (isAct && node['directive'] == null) add('statement', node, '{}')
      break
    }
    case 'SpreadElement':
      if (parent?.type === 'ObjectExpression') add('spread', node, '...{}')
      if (parent?.type === 'ArrayExpression') add('spread', node, '...[]')
      break
    case 'CallExpression': {
      const { callee } = node
      const name = calledName(node)
      const isMember = callee.type === 'MemberExpression' && !callee.computed
      const isArithmetic = ['min', 'max', 'floor', 'ceil', 'round', 'trunc'].includes(name)
      const other = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
      if (
        isMember &&
        other &&
        !(isArithmetic && !/^(?:Math|.*\bfn|eb|where)$/.test(textOf(callee.object)))
      )
        add('method', callee.property, other)
      if (isMember && LINKS.has(name) && !(name === 'slice' && node['arguments'].length === 0))
        add('link', { start: callee.object.end, end: node.end }, '')
      break
    }
    default:
  }
  return changes
}

/**
 * Whether this is `list[index] ?? other`, where the index is always in range and the compiler requires
 * a default. No test can detect a change of that default.
 * @param {Node} node
 */
function isInRange(node) {
  if (node.type !== 'LogicalExpression' || node['operator'] !== '??') return false
  let { left } = node
  if (left.type === 'ChainExpression') left = left.expression
  while (left.type === 'MemberExpression' && !left.computed) left = left.object
  return left.type === 'MemberExpression' && !isLiteral(left.property, 'string')
}

/** @param {Node} node */
function isExit(node) {
  const only = node.type === 'BlockStatement' ? node['body'].at(-1) : node
  return ['ReturnStatement', 'ContinueStatement', 'BreakStatement'].includes(only?.type)
}

/**
 * @param {Node} node @param {readonly Node[]} parents
 * @param {(kind: string, part: { start: number, end: number }, text: string, shown?: Node) => void} add
 */
function literalChanges(node, parents, add) {
  const parent = parents.at(-1)
  const { value } = node
  if (parents.some((outer) => isInRange(outer) && outer['right'].start <= node.start)) return
  const isKey =
    (parent?.type === 'Property' || parent?.type === 'MemberExpression') &&
    (parent['key'] === node || parent['property'] === node)
  // The report quotes `at(-1)` or `a - 1`, not only the number.
  const shown = parent && parent.end - parent.start < 60 ? parent : node
  if (typeof value === 'boolean') add('boolean', node, String(!value), shown)
  if (typeof value === 'number' && !(isKey && parent?.type === 'Property')) {
    // Large numbers and fractions are doubled or halved: adding one is often undetectable.
    const isBig = value > 100 || !Number.isInteger(value)
    add('number', node, String(isBig ? value * 2 : value + 1), shown)
    if (value > 0) add('number', node, String(isBig ? value / 2 : value - 1), shown)
  }
  if (node['regex']) {
    const { pattern, flags } = node['regex']
    if (pattern.startsWith('^')) add('pattern', node, `/${pattern.slice(1) || '(?:)'}/${flags}`)
    if (/(?<!\\)\$$/.test(pattern))
      add('pattern', node, `/${pattern.slice(0, -1) || '(?:)'}/${flags}`)
  }
  if (typeof value === 'string' && parent) textChanges(node, parents, add, shown)
}

/**
 * Changes of strings that are compared, looked up, or part of a query condition.
 * @param {Node} node @param {readonly Node[]} parents
 * @param {(kind: string, part: { start: number, end: number }, text: string, shown?: Node) => void} add
 * @param {Node} shown
 */
function textChanges(node, parents, add, shown) {
  const parent = parents.at(-1)
  const { value } = node
  const quoted = (/** @type {string} */ text) => JSON.stringify(text)
  if (!parent) return
  if (value === 'asc' || value === 'desc')
    return add('order', node, value === 'asc' ? "'desc'" : "'asc'", shown)
  const isCompared =
    (parent.type === 'BinaryExpression' && /^[!=]==?$/.test(parent['operator'])) ||
    (parent.type === 'SwitchCase' && parent['test'] === node) ||
    (parent.type === 'MemberExpression' && parent['computed'])
  if (isCompared) return add('text', node, quoted(`${value}~`), shown)
  if (parent.type !== 'CallExpression') return
  const place = parent['arguments'].indexOf(node)
  const name = calledName(parent)
  if (CONDITIONS.has(name) && parent['arguments'].length === 3) {
    const other = QUERY_OPERATORS[value]
    if (place === 1 && other) add('query', node, quoted(other), shown)
    if (place === 2 && !name.endsWith('Ref')) add('text', node, quoted(`${value}~`), shown)
  } else if (COMPARING.has(name) && place === 0) add('text', node, quoted(`${value}~`), shown)
}

/** Whether this is an error or log message; its text is not changed. @param {Node} node */
export const isMessage = (node) =>
  (node.type === 'NewExpression' && calledName(node).endsWith('Error')) ||
  (node.type === 'CallExpression' &&
    node['callee'].type === 'MemberExpression' &&
    /^(?:console|log|logger)$/.test(
      node['callee'].object.name ?? node['callee'].object.property?.name ?? '',
    ))

export { isFunction }
