import * as z from 'zod/mini'

/**
 * A number from 0 to `most`.
 * @param invalid the message for what is no number; a field of a form has another one than the API
 */
export const numberUpTo = (most: number, invalid = 'Must be a number') =>
  z
    .number(invalid)
    .check(
      z.minimum(0, 'Must be greater than or equal to 0'),
      z.maximum(most, `Must be less than or equal to ${most}`),
    )
