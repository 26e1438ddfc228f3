import * as z from 'zod/mini'

/** An instant: ISO 8601 with `Z` or an offset, as text. */
export const instantSchema = z.iso.datetime({ offset: true })

const EARLIEST_KEPT = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_KEPT = Date.parse('9999-12-31T23:59:59.999Z')

/** An instant to be kept: in UTC of the years 1 to 9999, which alone every side can spell. */
export const keptInstantSchema = instantSchema.check(
  z.refine((text) => {
    const at = Date.parse(text)
    return at >= EARLIEST_KEPT && at <= LATEST_KEPT
  }, 'Must be in the years 1 to 9999'),
)

/** A yes or no on the wire: 0 or 1. */
export const flagSchema = z.literal([0, 1])
export type Flag = z.infer<typeof flagSchema>

/** An exact amount as decimal digits: no exponent, no grouping, never turned into a float. */
export const decimalSchema = z
  .string()
  .check(z.regex(/^-?\d{1,40}(\.\d{1,40})?$/, 'Must be a decimal number'))

/** A USD figure rounded to cents, or a percentage: a JSON number. */
export const figureSchema = z.number()

/** A whole number of things. */
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

export const nullableTextSchema = z.nullable(z.string())

/** One per-project answer: project id → value. No project is named `__proto__` (projectNameSchema). */
export function perProject<Value extends z.core.SomeType>(value: Value) {
  return z.record(z.string(), value)
}

/** A number in a query string: digits only, so that `1e9`, `NaN` and blanks are refused. */
export function queryInteger(minimum: number, maximum: number) {
  const fault = `Must be a whole number from ${minimum} to ${maximum}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, fault)),
    z.pipe(
      z.transform(Number),
      z.int(fault).check(z.minimum(minimum, fault), z.maximum(maximum, fault)),
    ),
  )
}

const MAX_REPEATS = 1000

/** A repeated query param (`a=1&a=2`), also when it is there once or not at all. */
export function repeated<Item extends z.core.SomeType>(
  item: Item,
  ...checks: z.core.$ZodCheck<z.output<Item>[]>[]
) {
  return z.pipe(
    z.transform((value: unknown) =>
      value === undefined ? [] : Array.isArray(value) ? value : [value],
    ),
    z
      .array(item)
      .check(z.maxLength(MAX_REPEATS, `Must be at most ${MAX_REPEATS} values`), ...checks),
  )
}

/** The `projects` param: no project at all means none, never all. */
export const projectsParam = repeated(
  z.string().check(z.maxLength(100, 'Must be 1 to 100 characters')),
)
