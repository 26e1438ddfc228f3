import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bonusCodeCreateSchema } from './bonus-codes.ts'
import { factorNameSchema } from './factors.ts'
import { ingestKeyNameSchema } from './ingest-keys.ts'
import { foldProjectName, projectNameSchema } from './project-name.ts'
import { projectUpdateSchema } from './project-settings.ts'
import { pushSubscriptionSchema } from './push.ts'
import { newEmailSchema } from './team.ts'

const reasonOf = (name: string) => projectNameSchema.safeParse(name).error?.issues[0]?.message

describe('the name of a new project', () => {
  it.each([
    'A',
    'AURA',
    'Gold 2.0',
    '.5',
    'مشروع الشمس',
    'A "quoted" <b>',
    '50 %',
    'x'.repeat(100),
  ])('may be %j', (name) => expect(reasonOf(name)).toBeUndefined())

  it.each([
    ['', 'Must be 1 to 100 characters'],
    ['x'.repeat(101), 'Must be 1 to 100 characters'],
    ['A,B', 'Must not contain a comma, slash or backslash'],
    ['A/B', 'Must not contain a comma, slash or backslash'],
    ['A\\B', 'Must not contain a comma, slash or backslash'],
    [' A', 'Must not begin or end with a blank'],
    ['A\u00A0', 'Must not begin or end with a blank'],
    ['A\u00A0B', 'Must not contain an invisible character'],
    ['A\nB', 'Must not contain an invisible character'],
    ['A\u0000', 'Must not contain an invisible character'],
    ['A\u200B', 'Must not contain an invisible character'],
    ['A\u202EB', 'Must not contain an invisible character'],
    ['A\uFE0F', 'Must not contain an invisible character'],
    ['A\u3164', 'Must not contain an invisible character'],
    ['A\u2028B', 'Must not contain an invisible character'],
    ['A\uD800', 'Must not contain an invisible character'],
    ['.', 'Is reserved'],
    ['..', 'Is reserved'],
    ['all', 'Is reserved'],
    ['ALL', 'Is reserved'],
    ['ａｌｌ', 'Is reserved'],
    ['__proto__', 'Is reserved'],
    ['constructor', 'Is reserved'],
    ['prototype', 'Is reserved'],
  ])('is not %j', (name, reason) => expect(reasonOf(name)).toBe(reason))

  it.each([
    ['AURA', 'aura', true],
    ['É', 'e\u0301', true],
    ['ΣΑΣ', 'σας', true],
    ['AURA', 'AURA2', false],
    ['e', 'é', false],
  ])('%j and %j: the same is %s', (one, other, isSame) =>
    expect(foldProjectName(one) === foldProjectName(other)).toBe(isSame),
  )
})

// Every name and label that a person or a site gives.
const CODE = { project_id: 'AURA', percentage: 5, tokens_come_from_stage_tokens: 0 }
const DEVICE = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
}

// Every name and label that a person gives.
it.each<[string, z.core.$ZodType, unknown]>([
  ['the name of a project', projectNameSchema, 'AU\u202ERA'],
  ['a bonus code', bonusCodeCreateSchema, { ...CODE, code: 'SPRING\u202E51' }],
  ['a ticker', projectUpdateSchema, { project_ticker: 'A\u200FR' }],
  ['an address of the team', newEmailSchema, 'omar\u2066@staff.example'],
  ['a device', pushSubscriptionSchema, { ...DEVICE, name: 'Phone\u202E' }],
  ['a second factor', factorNameSchema, 'Phone\u2069x'],
  ['an ingestion key', ingestKeyNameSchema, 'Site\u061C2'],
])('a mark that changes the direction of text is refused in %s', (_what, schema, value) => {
  const plain = JSON.parse(
    JSON.stringify(value).replaceAll(/[\u061C\u200F\u202E\u2066\u2069]/g, ''),
  )
  expect(z.safeParse(schema, plain).success).toBe(true)
  const messages = z.safeParse(schema, value).error?.issues.map(({ message }) => message)
  expect(messages).toEqual([expect.stringMatching(/direction of text|invisible character/)])
})
