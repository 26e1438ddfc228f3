import { expect, test } from 'vitest'
import type { StageFigures } from '#src/wire/stages.ts'
import { stageFigures, stageSummary } from '#tests/support/screens/stage-summary.ts'
import { firstToSellOut } from './first-to-sell-out.ts'

const on = (likely: string) => ({ earliest: likely, likely, latest: likely })
const summary = (changes: Partial<StageFigures>, current: string | null = '5') => ({
  ...stageSummary(),
  current,
  stages: [stageFigures({ id: '5', name: 'Stage 5', sold_share: '50.00', ...changes })],
})

test.each([
  ['the one with the earliest day', ['2026-12-09', '2026-12-02', '2027-01-01'], 'B', '2026-12-02'],
  ['the first of equals', ['2026-12-02', '2026-12-02', '2026-12-02'], 'A', '2026-12-02'],
] as const)('%s is shown, and the others are counted', (_what, days, project, likely) => {
  const [A, B, C] = days.map((day) => summary({ forecast: on(day) }))
  const summaries = Object.fromEntries(
    Object.entries({ A, B, C }).flatMap(([id, one]) => (one ? [[id, one]] : [])),
  )
  expect(firstToSellOut(summaries, ['A', 'B', 'C'])).toMatchObject({ project, likely, others: 2 })
})

test('without a day, the larger share comes first, and what is sold out last', () => {
  const none = { none: 'too_few_days' }
  const summaries = {
    A: summary({ sold_share: '100.00', left: '0', forecast: { none: 'sold_out' } }),
    B: summary({ sold_share: '9.50', forecast: none }),
    C: summary({ sold_share: '62.40', forecast: none }),
  }
  expect(firstToSellOut(summaries, ['A', 'B', 'C'])).toMatchObject({ project: 'C', share: '62.40' })
  expect(firstToSellOut(summaries, ['A', 'B'])).toMatchObject({ project: 'B', others: 1 })
  expect(firstToSellOut(summaries, ['A'])).toMatchObject({ project: 'A', likely: null, others: 0 })
})

test('there is none without a current stage, or one with a supply', () => {
  expect(firstToSellOut({ A: summary({}, null) }, ['A', 'toString'])).toBeNull()
  expect(firstToSellOut({ A: summary({ sold_share: null, supply: null }) }, ['A'])).toBeNull()
})
