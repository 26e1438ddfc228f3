import { describe, expect, it } from 'vitest'
import { foldProjectName, projectNameSchema } from './project-name.ts'

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
