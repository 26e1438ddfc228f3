import * as z from 'zod/mini'
import { projectIdSchema } from './primitives.ts'

/** These have a meaning in URLs, filters or objects. */
const RESERVED_NAMES = new Set(['.', '..', 'all', '__proto__', 'constructor', 'prototype'])
/** Matches invisible characters, and blanks that only look like a space. */
export const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/u

const INVISIBLE = /[\p{Cf}\p{Cc}\p{DI}\u2800]/gu
const DIRECTION_MARK = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\u061C]/

/** For names and labels: such a mark shows a text in another order than it has. */
export const hasOneDirection = z.refine<string>(
  (text) => !DIRECTION_MARK.test(text),
  'Must not contain a mark that changes the direction of text',
)

/** A name without invisible characters, and with single blanks inside. */
export const readableName = (name: string) =>
  name
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .trim()

/**
 * The name of a new project, which is its permanent id: readable, and safe in a command-line list and
 * in a URL. Unique by `foldProjectName`.
 */
export const projectNameSchema = projectIdSchema.check(
  z.refine((name) => name === name.trim(), 'Must not begin or end with a blank'),
  z.refine((name) => !/[,/\\]/.test(name), 'Must not contain a comma, slash or backslash'),
  z.refine((name) => !UNREADABLE.test(name), 'Must not contain an invisible character'),
  z.refine((name) => !RESERVED_NAMES.has(foldProjectName(name)), 'Is reserved'),
)

/** Folds the differences between names that people would confuse: names must differ after this. */
export function foldProjectName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}
