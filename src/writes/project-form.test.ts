import { expect, test } from 'vitest'
import { projectFormSchema, toProjectCreate } from './project-form.ts'

const errorsOf = (changes: object) =>
  projectFormSchema(['Aura'])
    .safeParse({ name: 'NOVA', website: '', ticker: '', ...changes })
    .error?.issues.map(({ message }) => message)

test.each([
  [{ name: 'NOVA' }, undefined],
  [{ name: ' NOVA ' }, undefined],
  [{ name: '  ' }, ['Enter a name']],
  [{ name: 'AURA' }, ['Aura already exists']],
  [{ name: 'A,B' }, ['Must not contain a comma, slash or backslash']],
  [{ name: 'x'.repeat(101) }, ['Must be 1 to 100 characters']],
  [{ name: 'ALL' }, ['Is reserved']],
  [{ website: 'nova.example' }, ['Must be a valid http(s) URL']],
  [{ ticker: 'x'.repeat(51) }, ['Must be at most 50 characters']],
])('%j has the errors %j', (changes, errors) => {
  expect(errorsOf(changes)).toEqual(errors)
})

test('what is empty is left out, and blanks around a text go', () => {
  expect(toProjectCreate({ name: ' NOVA ', website: '', ticker: ' ' })).toEqual({ id: 'NOVA' })
  expect(
    toProjectCreate({ name: 'NOVA', website: ' https://nova.example ', ticker: 'NV' }),
  ).toEqual({ id: 'NOVA', website_url: 'https://nova.example', project_ticker: 'NV' })
})
