import * as z from 'zod/mini'
import { isHttpUrl, MAX_URL_LENGTH } from './http-url.ts'
import { hasOneDirection, readableName } from './project-name.ts'

// Links to the explorer of the chain on which a payment token is paid. A template has the hash or the
// address in place of `{hash}` or `{address}`.

export const MAX_EXPLORERS = 50

type Placeholder = '{hash}' | '{address}'

/** Whether a text is an https URL with the placeholder once, after its host. */
function isTemplate(text: string, placeholder: Placeholder): boolean {
  const [before = '', after, ...more] = text.split(placeholder)
  if (after === undefined || more.length > 0) return false
  const url = `${before}0x0${after}`
  return /^https:\/\/[^/?#]+[/?#]/i.test(before) && !/[{}]/.test(url) && isHttpUrl(url)
}

const templateSchema = (placeholder: Placeholder) =>
  z.string().check(
    z.maxLength(MAX_URL_LENGTH, `Must be at most ${MAX_URL_LENGTH} characters`),
    z.refine(
      (text) => isTemplate(text, placeholder),
      `Must be an https URL with ${placeholder} once, after the host`,
    ),
  )

const explorerUpdateSchema = z.strictObject({
  /** Its name in the events, in any case; null: all tokens without a row of their own. */
  payment_token: z.nullable(
    z.string().check(
      z.refine((name) => readableName(name) !== '', 'Must not be empty'),
      z.maxLength(100, 'Must be at most 100 characters'),
      hasOneDirection,
    ),
  ),
  hash_url: templateSchema('{hash}'),
  address_url: templateSchema('{address}'),
})
export type ExplorerUpdate = z.infer<typeof explorerUpdateSchema>

/** The explorers of a project; no two are for the same payment token. */
export const explorersUpdateSchema = z
  .array(explorerUpdateSchema)
  .check(z.maxLength(MAX_EXPLORERS, `Must be at most ${MAX_EXPLORERS} explorers`), (check) => {
    const tokens = new Set<string | null>()
    for (const [at, { payment_token }] of check.value.entries()) {
      const token = payment_token === null ? null : readableName(payment_token).toLowerCase()
      if (tokens.has(token))
        check.issues.push({
          code: 'custom',
          input: payment_token,
          path: [at, 'payment_token'],
          message:
            token === null ? 'Only one can be for all other tokens' : 'Has an explorer already',
        })
      tokens.add(token)
    }
  })
