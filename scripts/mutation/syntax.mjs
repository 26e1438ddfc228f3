import { parseSync } from 'rolldown/utils'

/**
 * A node of the syntax tree; `start` and `end` are positions in the text.
 * @typedef {{ type: string, start: number, end: number, [field: string]: any }} Node
 */

/** Nodes that only add a type to an expression. */
const TYPE_WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** @param {string} file @param {string} text @returns {Node} */
export function parseCode(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program
}

/** @param {string} file @param {string} text */
export const isParsable = (file, text) => parseSync(file, text).errors.length === 0

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/**
 * Visits all nodes except types and imports. A visitor that returns false skips the node's children.
 * @param {Node} node
 * @param {(node: Node, parents: readonly Node[]) => boolean | void} visit
 * @param {readonly Node[]} [parents] the outermost first
 * @returns {void}
 */
export function walk(node, visit, parents = []) {
  if (TYPE_WRAPPERS.has(node.type)) return walk(node['expression'], visit, parents)
  const isType = node.type.startsWith('TS')
  const isImport = node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration'
  if (isType || isImport || (node.type === 'ExportNamedDeclaration' && node['source'])) return
  if (visit(node, parents) === false) return
  const inner = [...parents, node]
  for (const part of Object.values(node).flat()) if (isNode(part)) walk(part, visit, inner)
}

/** @param {Node} node */
export const isFunction = (node) =>
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression'

/** @param {Node | undefined} node @param {'string' | 'number' | 'boolean'} kind */
export const isLiteral = (node, kind) => node?.type === 'Literal' && typeof node['value'] === kind

/**
 * The name of the called function: `where` for `db.selectFrom('a').where(…)` and for `where(…)`.
 * @param {Node | undefined} node @returns {string}
 */
export function calledName(node) {
  if (node?.type !== 'CallExpression' && node?.type !== 'NewExpression') return ''
  const callee = node['callee']
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && !callee.computed) return callee.property.name
  return ''
}
