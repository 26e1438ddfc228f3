import { expect, test } from 'vitest'
import {
  editsOf,
  describeEdited,
  scriptFormSchema,
  toScriptForm,
  toScriptUpdate,
  type ScriptName,
} from './script-form.ts'

const SAVED = { id: '1', project_id: 'AURA', header: '<b>1</b>\r\n2', body: null }

test('a project without an entry has two empty scripts', () => {
  expect(toScriptForm(undefined)).toEqual({ header: '', body: '' })
})

test('an opened script is not edited, with any line endings', () => {
  const form = toScriptForm(SAVED)
  expect(form).toEqual({ header: '<b>1</b>\n2', body: '' })
  expect(editsOf(form, form)).toEqual({})
})

test('an emptied script is sent as null, with the other one', () => {
  expect(toScriptUpdate({ header: '', body: '<i>x</i>' })).toEqual({
    header: null,
    body: '<i>x</i>',
  })
})

test.each<[ScriptName[], string | null]>([
  [[], null],
  [['body'], '1 script edited'],
  [['header', 'body'], '2 scripts edited'],
])('%j is shown as %j', (edited, text) => {
  expect(describeEdited(edited)).toBe(text)
})

test.each<[ScriptName, string, string | null]>([
  ['header', '', null],
  ['header', '<script>a()', 'Head script is invalid'],
  ['body', '</div>', 'Body script is invalid'],
  ['body', 'x'.repeat(20_000), null],
  ['body', 'x'.repeat(20_001), 'Must be at most 20,000 characters'],
])('the %s %j has the error %j', (name, text, error) => {
  const parsed = scriptFormSchema.safeParse({ header: '', body: '', [name]: text })
  expect(parsed.error?.issues.map(({ path, message }) => [...path, message])).toEqual(
    error === null ? undefined : [[name, error]],
  )
})
