import * as z from 'zod/mini'
import { projectIdSchema } from './primitives.ts'

/** They mean something in addresses, filters and objects. */
const RESERVED_NAMES = new Set(['.', '..', 'all', '__proto__', 'constructor', 'prototype'])
// Also characters that are drawn as nothing, and blanks that only look like a space.
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/u

/**
 * The name of a new project, which is its id for good: what people can read, a list on a command
 * line can hold and an address can carry. Unique by `foldProjectName`.
 */
export const projectNameSchema = projectIdSchema.check(
  z.refine((name) => name === name.trim(), 'Must not begin or end with a blank'),
  z.refine((name) => !/[,/\\]/.test(name), 'Must not contain a comma, slash or backslash'),
  z.refine((name) => !UNREADABLE.test(name), 'Must not contain an invisible character'),
  z.refine((name) => !RESERVED_NAMES.has(foldProjectName(name)), 'Is reserved'),
)

/** Two projects whose names are equal after this would be taken for each other. */
export function foldProjectName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}
