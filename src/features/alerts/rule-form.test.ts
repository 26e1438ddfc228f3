import { expect, test } from 'vitest'
import { ALERT_KINDS, ruleSchema, type Rule } from '#src/wire/alerts.ts'
import { newRuleForm, numberOf, ruleFormSchema, toRule, toRuleForm } from './rule-form.ts'

const OWN = { id: '0f8fad5b-d9cb-469f-a165-70867728950e', enabled: 1 } as const

const errorsOf = (form: object) => {
  const result = ruleFormSchema.safeParse(form)
  return result.success ? [] : result.error.issues.map(({ path, message }) => [...path, message])
}

test.each(ALERT_KINDS)('a new alert of the kind %s is valid, on the wire too', (kind) => {
  const form = newRuleForm(kind)
  expect(errorsOf(form)).toEqual([])
  const rule = toRule(form, OWN)
  expect(ruleSchema.parse(rule)).toEqual(rule)
  expect(toRuleForm(rule)).toEqual(form)
  // The server refuses a number that the kind does not have.
  const fields = [rule.threshold, rule.hours].filter((value) => value !== undefined)
  expect(fields).toHaveLength(numberOf(kind) === null ? 0 : 1)
})

test.each([
  ['purchase_over', 0, 'Must be more than 0'],
  ['purchase_over', -1, 'Must be more than 0'],
  ['purchase_over', null, 'Invalid number'],
  ['purchase_over', 1e15 + 1, 'Must be at most 1,000,000,000,000,000'],
  ['milestone', 0, 'Must be more than 0'],
  ['milestone', 999.99, 'Must be at least 1,000'],
  ['failing', 100, 'Must be at most 99.99'],
  ['quiet', 1.5, 'Must be a whole number'],
  ['quiet', 169, 'Must be at most 168'],
  ['ingest_refused', 2.5, 'Must be a whole number'],
  ['stage_sold', 0.5, 'Must be at least 1'],
  ['stage_sold', 100.01, 'Must be at most 100'],
  ['stage_ends', 169, 'Must be at most 168'],
] as const)('%s with the number %s is refused', (kind, number, message) => {
  expect(errorsOf({ ...newRuleForm(kind), number })).toEqual([['number', message]])
})

test.each([
  ['milestone', 1000],
  ['purchase_over', 1e15],
  ['failing', 99.99],
  ['stage_sold', 1],
  ['stage_sold', 100],
] as const)('%s with the number %s, on its bound, is valid', (kind, number) => {
  expect(errorsOf({ ...newRuleForm(kind), number })).toEqual([])
})

test('an alert without a channel is refused', () => {
  expect(errorsOf({ ...newRuleForm('quiet'), push: false, mail: false })).toEqual([
    ['mail', 'Choose push, mail or both'],
  ])
})

test('only an alert about a cap has one', () => {
  expect(toRule({ ...newRuleForm('cap_reached'), cap: 'hard' }, OWN)).toMatchObject({ cap: 'hard' })
  expect(toRule({ ...newRuleForm('stage_sold'), cap: 'hard' }, OWN)).not.toHaveProperty('cap')
})

test('amounts keep their digits, and an alert about sign-ins has no project', () => {
  const form = { ...newRuleForm('purchase_over'), number: 0.000001, project: 'AURA' }
  expect(toRule(form, OWN)).toMatchObject({ threshold: '0.000001', project_id: 'AURA' })
  const device: Rule = toRule({ ...newRuleForm('new_device'), project: 'AURA' }, OWN)
  expect(device.project_id).toBeNull()
})
