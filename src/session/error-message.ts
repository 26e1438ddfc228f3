import { capitalize } from '#src/domain/text/text.ts'
import { NO_BODY_ERROR, toApiError } from './api-error.ts'

const PART_SEPARATOR = ' | '
const TEXT_MARK = 'Message: '
const PATH_MARK = 'Path: '
const BODY_PREFIX = 'body.'

/** 'max_uses' → 'Max Uses'. */
function fieldName(path: string): string {
  return path
    .split('_')
    .filter((word) => word !== '')
    .map(capitalize)
    .join(' ')
}

/** Removes the separator at the end. Written by hand: a regular expression would take quadratic time. */
function withoutTail(text: string): string {
  let end = text.length
  while (end > 0 && ', \n\r\t'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/**
 * The field that the first part names ('Path: body.code, Message: …'), or ''. A comma, a space or a line
 * break separates the two.
 */
function fieldOf(head: string): string {
  const at = head.indexOf(PATH_MARK)
  if (at === -1) return ''
  const path = withoutTail(head.slice(at + PATH_MARK.length))
  return fieldName(path.startsWith(BODY_PREFIX) ? path.slice(BODY_PREFIX.length) : path)
}

/**
 * The one line shown for a server's message: only the first error, after the name of its field.
 * Without a message: the caller's fallback, or 'Internal server error'.
 */
export function formatErrorMessage(
  message: string | null | undefined,
  fallback: string = NO_BODY_ERROR.message,
): string {
  if (message === null || message === undefined || message === '') return fallback
  const end = message.indexOf(PART_SEPARATOR)
  const first = end === -1 ? message : message.slice(0, end)
  const at = first.indexOf(TEXT_MARK)
  if (at === -1) return first
  const text = first.slice(at + TEXT_MARK.length)
  const field = fieldOf(first.slice(0, at))
  return field === '' ? text : `${field} - ${text}`
}

/** The text shown for a failed write: the server's message, or `fallback` if it sent none. */
export function writeErrorText(error: unknown, fallback: string): string {
  const { kind, message } = toApiError(error)
  return kind === 'answer' ? formatErrorMessage(message, fallback) : fallback
}
