import { expect, test } from 'vitest'
import { joinedNames, planChanges, progressChanges } from './plan-changes.ts'

const stage = (id: number, fields: object = {}) => ({
  id: String(id),
  name: `Stage ${id}`,
  also: [],
  price_usd: '0.1',
  supply: null,
  ...fields,
})

test.each([
  [{ stages: [stage(1), stage(2)] }, 'added Stage 2'],
  [{ stages: [stage(1), stage(2), stage(3)] }, 'added 2 stages'],
  [{ stages: [] }, 'removed Stage 1'],
  [{ stages: [stage(1, { name: 'One', also: ['Stage 1'] })] }, 'renamed Stage 1 to One'],
  [
    { stages: [stage(1, { price_usd: '0.2', supply: '5' })] },
    'price of Stage 1, supply of Stage 1',
  ],
  [{ stages: [stage(1, { starts_at: 'x', ends_at: 'y' })] }, 'start of Stage 1, end of Stage 1'],
  [{ stages: [stage(1, { also: ['OTC'] })] }, 'other names of Stage 1'],
  [{ stages: [stage(1)], soft_cap_usd: '1', hard_cap_usd: '2' }, 'soft cap, hard cap'],
  [{ stages: [stage(1)], count_bonuses: 1 }, 'bonuses'],
  [{ stages: [stage(1)], count_bonuses: 0, soft_cap_usd: null }, ''],
])('a plan that becomes %j reads "%s"', (after, text) => {
  expect(planChanges({ stages: [stage(1)] }, after).join(', ')).toBe(text)
})

test('of several stages their number is said, and a changed order is a change', () => {
  const before = { stages: [stage(1), stage(2), stage(3)] }
  const after = { stages: [stage(3, { price_usd: '1' }), stage(2, { price_usd: '1' }), stage(1)] }
  expect(planChanges(before, after)).toEqual(['prices of 2 stages', 'order'])
  // The stages between which one was removed have the order that they had.
  expect(planChanges(before, { stages: [stage(1), stage(3)] })).toEqual(['removed Stage 2'])
})

test('a name that was joined reads with its stage', () => {
  const after = { stages: [stage(1), stage(2, { also: ['Early', 'Stage 2 OTC'] })] }
  const before = { stages: [stage(1), stage(2, { also: ['EARLY '] })] }
  expect(joinedNames(before, after)).toEqual(['Stage 2 OTC to Stage 2'])
})

test.each([
  [0, [], 1, ['stage', 'raised_usd'], 'on, now public: Stage, Raised'],
  [0, ['stage'], 1, ['stage'], 'on, now public: Stage'],
  [1, ['stage'], 1, ['stage_ends_at'], 'now public: End of the stage, no longer public: Stage'],
  [1, ['stage'], 1, ['stage', 'newer'], 'now public: newer'],
  [1, ['stage'], 0, ['stage'], 'off'],
  [0, ['stage'], 0, ['hard_cap_usd'], ''],
])('public progress from %s %j to %s %j reads "%s"', (was, old, is, now, text) => {
  const changes = progressChanges({ public: was, fields: old }, { public: is, fields: now })
  expect(changes.join(', ')).toBe(text)
})

test('values of another form are left out', () => {
  for (const stages of [null, 'x', 5, [null, 'x', { id: 1 }, { name: 'x' }]])
    expect([...planChanges({ stages }, {}), ...joinedNames({}, { stages })]).toEqual([])
})
