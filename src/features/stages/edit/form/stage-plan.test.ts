import { expect, test } from 'vitest'
import type { StagePlan } from '#src/wire/stages.ts'
import { unplannedFigures } from '#tests/support/screens/stage-summary.ts'
import { checkedRows, replacedRows } from './pasted-rows.ts'
import { planChanges, planDifferences, planTotals, rebaseForm } from './stage-changes.ts'
import { planErrors } from './stage-errors.ts'
import { firstForm, proposedRows, withName } from './stage-proposal.ts'
import { newRow, settledRow, toPlanUpdate, toStagesForm, type StagesForm } from './stages-form.ts'

const NOW = new Date('2025-11-20T12:00:00Z')
const stage = (id: string, changes: Partial<StagePlan['stages'][number]> = {}) => ({
  id,
  name: `Stage ${id}`,
  also: [],
  price_usd: '0.024',
  supply: '80000000',
  starts_at: null,
  ends_at: null,
  ...changes,
})
const PLAN: StagePlan = {
  version: 3,
  stages: [
    stage('5', { starts_at: '2025-11-04T00:00:30.000Z', ends_at: '2025-12-15T00:00:00.000Z' }),
    stage('6', { price_usd: '0.027', starts_at: '2025-12-15T00:00:00.000Z', ends_at: null }),
  ],
  soft_cap_usd: '2000000',
  hard_cap_usd: '7500000.5',
  count_bonuses: 0,
  changed_at: '2025-11-20T10:00:00.000Z',
  changed_by: 'omar@saleroom.example',
}

/** The form of the plan with the fields of one stage typed over. */
function typed(id: string, texts: object, form: StagesForm = toStagesForm(PLAN)): StagesForm {
  return {
    ...form,
    stages: form.stages.map((row) => (row.id === id ? { ...row, ...texts } : row)),
  }
}
const errorsOf = (form: StagesForm) =>
  [...planErrors(form, PLAN, NOW).rows].flatMap(([key, errors]) =>
    errors.map(({ field, text }) => `${key} ${field}: ${text}`),
  )
const sent = (form: StagesForm) => toPlanUpdate(form, PLAN)

test('a plan that nobody types over is sent as it was, to the second', () => {
  const form = toStagesForm(PLAN)
  expect(form).toMatchObject({
    stages: [
      { name: 'Stage 5', price: '0.024', supply: '80,000,000', starts: 'Nov 4, 2025 00:00' },
      { ends: '' },
    ],
    soft_cap: '2,000,000.00',
    hard_cap: '7,500,000.50',
  })
  const { changed_at: _at, changed_by: _by, ...values } = PLAN
  expect(sent(form)).toEqual(values)
  expect(planChanges(form, PLAN).count).toBe(0)
  expect(errorsOf(form)).toEqual([])
})

test('what is typed is sent as exact decimals and instants', () => {
  const form = typed('6', { price: ' 0.0270 ', supply: '1,000.5', ends: '2026-01-12' })
  expect(sent(form).stages[1]).toEqual({
    ...stage('6', { price_usd: '0.027', supply: '1000.5' }),
    starts_at: '2025-12-15T00:00:00.000Z',
    ends_at: '2026-01-12T00:00:00.000Z',
  })
  expect(planChanges(form, PLAN).count).toBe(2)
  expect(sent({ ...form, soft_cap: '', count_bonuses: true })).toMatchObject({
    soft_cap_usd: null,
    count_bonuses: 1,
  })
})

test('a stage that takes its earlier name back is not also named so', () => {
  const plan = { ...PLAN, stages: [stage('5', { name: 'Public sale', also: ['Stage 5', 'OTC'] })] }
  const form = typed('5', { name: 'stage 5' }, toStagesForm(plan))
  expect(toPlanUpdate(form, plan).stages).toMatchObject([{ name: 'stage 5', also: ['OTC'] }])
  expect([...planErrors(form, plan, NOW).rows]).toEqual([])
})

test.each([
  [{ name: ' ' }, '6 name: Enter a name.'],
  [{ name: 'x'.repeat(201) }, '6 name: The name must have at most 200 characters.'],
  [{ name: ' STAGE 5' }, '6 name: Stage 5 has this name, too.'],
  [{ price: '' }, '6 price: Enter a price.'],
  [{ price: '0.0' }, '6 price: The price must be more than 0.'],
  [{ price: '1e3' }, '6 price: The price must be an amount, with at most 18 decimals.'],
  [{ supply: '-1' }, '6 supply: The supply must be an amount, with at most 18 decimals.'],
  [{ starts: 'soon' }, '6 starts: The start is not a date. Write it as 2025-03-01 10:14.'],
  [{ ends: '01/03/2026' }, '6 ends: The end can be two days. Write it as 2025-03-01.'],
  [{ ends: '2026-02-30' }, '6 ends: There is no such day.'],
  [{ starts: 'Dec 10, 2025' }, '6 starts: Starts before Stage 5 ends on Dec 15, 00:00.'],
  [{ ends: 'Dec 15, 2025' }, '6 ends: Must end after it starts on Dec 15, 00:00.'],
  [
    { starts: '2025-11-01', ends: '2025-11-05' },
    '6 ends: Ends after Stage 5 starts on Nov 4, 00:00.',
  ],
  [{ starts: '', ends: '2025-12-01' }, '6 ends: Ends after Stage 5 starts on Nov 4, 00:00.'],
])('%j is refused in words', (texts, error) => {
  expect(errorsOf(typed('6', texts))).toEqual([error])
})

test('the name of another year’s end has its year', () => {
  const far = typed('5', { ends: 'Jan 12, 2026' })
  expect(errorsOf(far)).toEqual(['6 starts: Starts before Stage 5 ends on Jan 12, 2026 00:00.'])
})

test('caps are amounts, and the soft cap is at most the hard cap', () => {
  const form = toStagesForm(PLAN)
  const caps = (soft_cap: string, hard_cap: string) => {
    const errors = planErrors({ ...form, soft_cap, hard_cap }, PLAN, NOW)
    return [errors.soft_cap, errors.hard_cap]
  }
  expect(caps('', '')).toEqual([undefined, undefined])
  expect(caps('5', '5.00')).toEqual([undefined, undefined])
  expect(caps('5.01', '5')).toEqual(['The soft cap must be at most the hard cap.', undefined])
  expect(caps('0', 'x')).toEqual([
    'The soft cap must be more than 0.',
    'The hard cap must be an amount, with at most 18 decimals.',
  ])
})

test('changes count fields, stages that come and go, and the order once', () => {
  const form = toStagesForm(PLAN)
  const [five, six] = form.stages
  if (five === undefined || six === undefined) throw new Error('The plan has two stages')
  const count = (stages: StagesForm['stages'], caps: Partial<StagesForm> = {}) =>
    planChanges({ ...form, stages, ...caps }, PLAN).count
  expect(count([six, five])).toBe(1)
  expect(count([five])).toBe(1)
  expect(count([five, six, newRow({ name: 'Stage 7' })])).toBe(1)
  expect(count([five, six], { soft_cap: '2000000', hard_cap: '', count_bonuses: true })).toBe(2)
  expect(
    count([
      { ...five, price: '0.02400', starts: '' },
      { ...six, supply: 'many' },
    ]),
  ).toBe(2)
})

test('a left field shows what was read', () => {
  const row = newRow({ name: ' A ', price: '1,000.50', supply: '80000000', starts: '2025-12-15' })
  expect(settledRow(row, 'name').name).toBe('A')
  expect(settledRow(row, 'price').price).toBe('1,000.5')
  expect(settledRow(row, 'supply').supply).toBe('80,000,000')
  expect(settledRow(row, 'starts').starts).toBe('Dec 15, 2025 00:00')
  expect(settledRow({ ...row, ends: ' soon' }, 'ends').ends).toBe('soon')
})

test('what all stages come to is exact, and leaves out what can’t be read', () => {
  const rows = [
    newRow({ price: '0.012', supply: '30,000,000' }),
    newRow({ price: '0.000000000000000001', supply: '0.5' }),
    newRow({ price: '1' }),
  ]
  expect(planTotals(rows)).toEqual({
    tokens: '30,000,000.5',
    usd: '360,000.0000000000000000005',
  })
  expect(planTotals(rows.slice(2))).toBeNull()
})

test('without a plan the form begins with what was sold', () => {
  const sold = (name: string, first_at: string, last_at: string, usual_price = '0.01') =>
    unplannedFigures({ name, first_at, last_at, usual_price })
  const rows = proposedRows([
    sold('Seed', '2025-08-01T10:00:10.000Z', '2025-08-20T10:00:00.000Z'),
    sold('Early', '2025-09-01T00:00:00.000Z', '2025-09-30T00:00:00.000Z', '0.02'),
    sold('OTC', '2025-09-10T00:00:00.000Z', '2025-09-12T00:00:00.000Z'),
    sold('Open', '2025-10-01T00:00:00.000Z', '2025-11-20T14:00:00.000Z'),
  ])
  expect(rows.map(({ name, price, starts, ends }) => [name, price, starts, ends])).toEqual([
    ['Seed', '0.01', 'Aug 1, 2025 10:00', 'Aug 20, 2025 10:01'],
    ['Early', '0.02', '', ''],
    ['OTC', '0.01', '', ''],
    ['Open', '0.01', 'Oct 1, 2025 00:00', ''],
  ])
  expect(firstForm({ ...PLAN, stages: [] }, undefined, null).stages).toEqual([])
  expect(firstForm(PLAN, undefined, null)).toEqual(toStagesForm(PLAN))
})

test('a name is added once', () => {
  const { stages } = toStagesForm({ ...PLAN, stages: [stage('5', { also: ['OTC'] })] })
  expect(withName(stages, ' otc ', undefined)).toBe(stages)
  expect(withName(stages, '', undefined)).toBe(stages)
  expect(withName(stages, 'Team', undefined)).toMatchObject([{}, { name: 'Team', price: '' }])
})

test('rows that replace those there keep the stages of their names', () => {
  const { stages } = toStagesForm(PLAN)
  const next = replacedRows(stages, [
    { name: 'Seed', price: '1' },
    { name: 'stage 6', price: '2' },
  ])
  expect(next).toMatchObject([
    { id: null, name: 'Seed', price: '1', supply: '', starts: '' },
    { id: '6', name: 'stage 6', price: '2', supply: '', starts: 'Dec 15, 2025 00:00' },
  ])
})

test('pasted rows are refused for what is wrong between them', () => {
  const row = (name: string, starts: string | null, ends: string | null) => ({
    name,
    price: '1',
    supply: null,
    note: null,
    error: null,
    starts,
    ends,
  })
  const [a, b] = ['2025-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z']
  const found = checkedRows([row('A', a, b), row('a', null, null), row('B', b, a), row('C', a, b)])
  expect(found.map(({ error }) => error)).toEqual([
    null,
    'The name is there twice',
    'Ends before it starts',
    'Overlaps A',
  ])
})

test('what somebody else saved meanwhile goes below what is typed', () => {
  const theirs: StagePlan = {
    ...PLAN,
    version: 4,
    stages: [
      stage('6', { price_usd: '0.028', supply: '1' }),
      stage('5', { also: ['OTC'], starts_at: '2025-11-04T00:00:30.000Z', ends_at: null }),
      stage('7'),
    ],
    soft_cap_usd: '1000000',
    hard_cap_usd: null,
  }
  const mine = { ...typed('6', { price: '0.03', ends: '2026-02-01' }), hard_cap: '9' }
  const next = rebaseForm(mine, PLAN, theirs)
  expect(toPlanUpdate(next, theirs)).toMatchObject({
    version: 4,
    stages: [
      { id: '6', price_usd: '0.03', supply: '1', ends_at: '2026-02-01T00:00:00.000Z' },
      { id: '5', also: ['OTC'], starts_at: '2025-11-04T00:00:30.000Z', ends_at: null },
      { id: '7' },
    ],
    soft_cap_usd: '1000000',
    hard_cap_usd: '9',
  })
  expect(planDifferences(mine, PLAN, theirs).map(({ what, isBoth }) => [what, isBoth])).toEqual([
    ['Stage 5: Ends', false],
    ['Stage 5: Also named', false],
    ['Stage 6: Price', true],
    ['Stage 6: Supply', false],
    ['Stage 6: Starts', false],
    ['Stage 7', false],
    ['Order', false],
    ['Soft cap', false],
    ['Hard cap', true],
  ])
})

test('a stage that they removed stays only where it is typed over, as a new one', () => {
  const theirs = { ...PLAN, version: 4, stages: [] }
  expect(rebaseForm(toStagesForm(PLAN), PLAN, theirs).stages).toEqual([])
  const [kept, ...others] = rebaseForm(typed('5', { supply: '7' }), PLAN, theirs).stages
  expect(others).toEqual([])
  expect(kept).toMatchObject({ id: null, name: 'Stage 5', supply: '7' })
})

test('a removed other name is a change, which stays on top of a newer plan', () => {
  const plan = { ...PLAN, stages: [stage('5', { also: ['OTC', 'Seed'] })] }
  const form = typed('5', { also: ['Seed'] }, toStagesForm(plan))
  expect(planChanges(form, plan).count).toBe(1)
  const newer = { ...plan, version: 4, stages: [stage('5', { also: ['OTC', 'Seed', 'Team'] })] }
  expect(planDifferences(form, plan, newer)).toMatchObject([
    { what: 'Stage 5: Also named', theirs: 'OTC, Seed, Team', yours: 'Seed', isBoth: true },
  ])
  expect(rebaseForm(form, plan, newer).stages).toMatchObject([{ also: ['Seed', 'Team'] }])
})
