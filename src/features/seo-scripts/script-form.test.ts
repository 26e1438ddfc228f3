import { expect, test } from 'vitest'
import {
  editedScripts,
  describeEdited,
  validateScript,
  toScriptForm,
  toScriptUpdate,
  type ScriptName,
} from './script-form.ts'

const SAVED = { id: '1', project_id: 'AURA', header: '<b>1</b>\r\n2', body: null }

test('a project without an entry has two empty scripts', () => {
  expect(toScriptForm(undefined)).toEqual({ header: '', body: '' })
})

test('what was only opened is not edited, whatever its line ends', () => {
  const form = toScriptForm(SAVED)
  expect(form).toEqual({ header: '<b>1</b>\n2', body: '' })
  expect(editedScripts(form, form)).toEqual([])
})

test('an emptied script is sent as null, beside the other one', () => {
  expect(toScriptUpdate({ header: '', body: '<i>x</i>' })).toEqual({
    header: null,
    body: '<i>x</i>',
  })
})

test.each<[ScriptName[], string | null]>([
  [[], null],
  [['body'], '1 script edited'],
  [['header', 'body'], '2 scripts edited'],
])('%j reads as %j', (edited, words) => {
  expect(describeEdited(edited)).toBe(words)
})

test.each<[ScriptName, string, string | null]>([
  ['header', '', null],
  ['header', '<script>a()', 'Head script is invalid'],
  ['body', '</div>', 'Body script is invalid'],
  ['body', 'x'.repeat(20_000), null],
  ['body', 'x'.repeat(20_001), 'Must be at most 20,000 characters'],
])('the %s %j has the fault %j', (name, text, fault) => {
  expect(validateScript(name, text)).toBe(fault)
})
