import * as z from 'zod/mini'

/** An instant: ISO 8601 with `Z` or an offset, as text. */
export const instantSchema = z.iso.datetime({ offset: true })

/** Stored instants are in the years 1 to 9999 in UTC. Milliseconds since 1970, both included. */
export const EARLIEST_STORED = Date.parse('0001-01-01T00:00:00.000Z')
export const LATEST_STORED = Date.parse('9999-12-31T23:59:59.999Z')

/** An instant to store: within the years 1 to 9999 in UTC, so that its year has four digits. */
export const storedInstantSchema = instantSchema.check(
  z.refine((text) => {
    const at = Date.parse(text)
    return at >= EARLIEST_STORED && at <= LATEST_STORED
  }, 'Must be in the years 1 to 9999'),
)

/** A yes or no on the wire: 0 or 1. */
export const flagSchema = z.literal([0, 1])

/** An exact amount as decimal digits: no exponent, no grouping, never turned into a float. */
export const decimalSchema = z
  .string()
  .check(z.regex(/^-?\d{1,40}(\.\d{1,40})?$/, 'Must be a decimal number'))

/** A USD figure rounded to cents, or a percentage: a JSON number. */
export const figureSchema = z.number()

/** A whole number. */
export const countSchema = z.int()

/** A project's id, which is its token name. */
export const projectIdSchema = z
  .string()
  .check(
    z.minLength(1, 'Must be 1 to 100 characters'),
    z.maxLength(100, 'Must be 1 to 100 characters'),
  )

/** An opaque record id. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(100))

/** The text of a filter, as it is stored: at most 200 characters. */
export const storedTextSchema = z.string().check(z.maxLength(200, 'Must be at most 200 characters'))

export const nullableTextSchema = z.nullable(z.string())

/** A response by project: project id → value. No project is named `__proto__` (projectNameSchema). */
export function perProject<Value extends z.core.SomeType>(value: Value) {
  return z.record(z.string(), value)
}
