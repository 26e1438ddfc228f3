import * as z from 'zod/mini'

/** A number in a query string. Digits only: `1e9`, `NaN` and blanks are invalid. */
export function queryInteger(minimum: number, maximum: number) {
  const message = `Must be a whole number from ${minimum} to ${maximum}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, message)),
    z.pipe(
      z.transform(Number),
      z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message)),
    ),
  )
}

const MAX_REPEATS = 1000

/** A repeated query param (`a=1&a=2`), also if it occurs once or not at all. */
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

/** The `projects` param. No value means no projects, never all of them. */
export const projectsParam = repeated(
  z.string().check(z.maxLength(100, 'Must be 1 to 100 characters')),
)
