import { describe, expect, test } from 'vitest'
import type { StageFigures, StageSummary } from '#src/wire/stages.ts'
import { stageFigures, stageSummary } from '#tests/support/screens/stage-summary.ts'
import { longDates, nearDay, stageDates, type StageTextContext } from './stage-dates.ts'
import { paidPriceText, shareText, shownStage, stageState } from './stage-facts.ts'
import { capForecastText, oversoldText, stageForecastText } from './stage-text.ts'

const NOW = Date.parse('2025-11-20T14:32:00.000Z')
const CONTEXT: StageTextContext = { unit: 'AURA', days: 7, now: NOW, zone: 'UTC', isMasked: false }
const day = (text: string) => text.replaceAll('\u00a0', ' ')
const read = (text: { title: string; ground: string } | null) =>
  text && [day(text.title), day(text.ground)]

/** The current stage with some of it changed, and what is said of it. */
function currentText(
  stage: Partial<StageFigures>,
  {
    summary = {},
    ...context
  }: Partial<StageTextContext> & { summary?: Partial<StageSummary> } = {},
) {
  const whole = stageSummary(summary)
  const own = { ...stageFigures(whole.stages.find(({ id }) => id === '5')), ...stage }
  const stages = whole.stages.map((one) => (one.id === '5' ? own : one))
  return read(stageForecastText({ ...whole, stages }, own, { ...CONTEXT, ...context }))
}
const sold = (...tokens: string[]) => ({
  ...stageSummary().pace,
  days: tokens.map((one, at) => ({ date: `2025-11-${13 + at}`, tokens: one, amount: one })),
})

const PACE = 'At the pace of the last 7 days.'
test.each<[string, ReturnType<typeof currentText>, [string, string]]>([
  [
    'a range',
    currentText({}),
    ['Sold out between Nov 30 and Dec 4, likely Dec 2', `${PACE} Planned until Dec 15.`],
  ],
  [
    'no end',
    currentText({ ends_at: null }),
    ['Sold out between Nov 30 and Dec 4, likely Dec 2', PACE],
  ],
  [
    'one day',
    currentText({
      forecast: { earliest: '2025-12-02', likely: '2025-12-02', latest: '2025-12-02' },
    }),
    ['Sold out about Dec 2', `${PACE} Planned until Dec 15.`],
  ],
  [
    'a day almost a year away',
    currentText({
      ends_at: null,
      forecast: { earliest: '2025-12-02', likely: '2026-10-20', latest: '2027-01-02' },
    }),
    ['Sold out between Dec 2 and Jan 2, 2027, likely Oct 20, 2026', PACE],
  ],
  [
    'later than its end',
    currentText({
      left: '68240000',
      forecast: { earliest: '2025-12-14', likely: '2025-12-16', latest: '2025-12-19' },
    }),
    ['Not sold out by its end on Dec 15', 'At this pace about 6,790,000 AURA are left then.'],
  ],
  [
    'the day of its end, which no longer belongs to it',
    currentText({
      left: '65000000',
      forecast: { earliest: '2025-12-14', likely: '2025-12-15', latest: '2025-12-16' },
    }),
    ['Not sold out by its end on Dec 15', 'At this pace about 3,550,000 AURA are left then.'],
  ],
  [
    'less than a day',
    currentText({
      forecast: { earliest: '2025-11-20', likely: '2025-11-20', latest: '2025-11-20' },
    }),
    ['Sold out today', 'Less than the median day is left.'],
  ],
  [
    'too few days',
    currentText(
      { forecast: { none: 'too_few_days' } },
      { summary: { pace: sold('5', '0', '0', '0', '7', '1', '0') } },
    ),
    [
      'No forecast: sales on 3 of the last 7 days',
      'It needs 5 completed days with sales. Try 14 or 30 days.',
    ],
  ],
  [
    'too few of 30 days',
    currentText(
      { forecast: { none: 'too_few_days' } },
      { days: 30, summary: { pace: sold('5', '0', '1') } },
    ),
    ['No forecast: sales on 2 of the last 30 days', 'It needs 5 completed days with sales.'],
  ],
  [
    'days with sales, but a median without',
    currentText(
      { forecast: { none: 'too_few_days' } },
      { days: 14, summary: { pace: sold('5', '1', '1', '1', '7', '0', '0', '0', '0', '0', '0') } },
    ),
    [
      'No forecast: sales on 5 of the last 14 days',
      'On the median day nothing is sold. Try 7 days.',
    ],
  ],
  [
    'no supply',
    currentText({ forecast: { none: 'no_supply' }, supply: null }),
    ['No forecast: this stage has no supply', 'Add a supply to see what is left.'],
  ],
  [
    'sold out, and still sold',
    currentText({
      forecast: { none: 'sold_out' },
      sold_out_at: '2025-11-20T11:42:30.000Z',
      oversold: '204166.67',
    }),
    ['Sold out on Nov 20 at 11:42', 'The site still sells it. Stage 6 is planned from Dec 15.'],
  ],
  [
    'sold out to the last token, before a stage without dates',
    currentText(
      { forecast: { none: 'sold_out' }, sold_out_at: '2025-11-20T11:42:30.000Z' },
      {
        summary: {
          stages: [stageFigures({ id: '5' }), stageFigures({ name: 'Stage 6', starts_at: null })],
        },
      },
    ),
    ['Sold out on Nov 20 at 11:42', 'Stage 6 is next.'],
  ],
  [
    'sold out without a next stage, in another zone',
    currentText(
      { forecast: { none: 'sold_out' }, sold_out_at: '2025-11-20T23:42:30.000Z' },
      { zone: 'Asia/Tokyo', summary: { stages: [stageFigures({ id: '5' })] } },
    ),
    ['Sold out on Nov 21 at 08:42', 'It is the last stage of the plan.'],
  ],
  [
    'no open stage',
    currentText(
      { forecast: { none: 'no_open_stage' } },
      {
        summary: {
          stages: [
            stageFigures({ id: '5' }),
            stageFigures({ starts_at: '2025-11-22T09:00:00.000Z' }),
          ],
        },
      },
    ),
    ['No forecast: no stage is open', 'Stage 6 begins on Nov 22, in 2 days.'],
  ],
  [
    'no open stage, and none that begins',
    currentText({ forecast: { none: 'of a newer server' } }, { now: Date.parse('2026-02-01') }),
    ['No forecast: no stage is open', 'No later stage has a start.'],
  ],
])('what is said of the current stage: %s', (_name, text, expected) => {
  expect(text).toEqual(expected)
})

test('privacy mode has no figure and no forecast day', () => {
  const masked = { ...CONTEXT, isMasked: true }
  expect(currentText({}, masked)).toEqual([
    'Sold out between █████ and █████, likely █████',
    `${PACE} Planned until Dec 15.`,
  ])
  const today = { earliest: '2025-11-20', likely: '2025-11-20', latest: '2025-11-20' }
  expect(currentText({ forecast: today }, masked)?.[0]).toBe('Sold out about █████')
  expect(read(capForecastText(stageSummary(), masked))).toEqual([
    'Hard cap about █████',
    'Between █████ and █████, at the same pace',
  ])
  expect(oversoldText(stageSummary(), masked)?.fact).toBe(
    'Stage 2 sold ████████ AURA more than its supply of ████████.',
  )
})

test.each<[string, Partial<StageSummary>, [string, string] | null]>([
  ['ahead', {}, ['Hard cap about Jan 12', 'Between Jan 3 and Jan 20, at the same pace']],
  ['none', { hard_cap_usd: null, cap_forecast: { none: 'no_cap' } }, null],
  [
    'exceeded',
    {
      raised_usd: '7512904.10',
      cap_forecast: { none: 'reached' },
      hard_cap_at: '2025-11-14T09:20:00.000Z',
    },
    ['$12,904.10 above the hard cap', 'Reached on Nov 14 at 09:20'],
  ],
  [
    'reached exactly',
    { raised_usd: '7500000', cap_forecast: { none: 'reached' } },
    ['Hard cap reached', ''],
  ],
  [
    'unknown',
    { cap_forecast: { none: 'too_few_days' }, pace: sold('1', '0', '0', '0', '0', '0', '0') },
    [
      'No forecast: sales on 1 of the last 7 days',
      'It needs 5 completed days with sales. Try 14 or 30 days.',
    ],
  ],
])('what is said of the hard cap: %s', (_name, changes, expected) => {
  expect(read(capForecastText(stageSummary(changes), CONTEXT))).toEqual(expected)
})

test('one notice names what was sold too many, of one stage or of several', () => {
  const { stages } = stageSummary()
  expect(oversoldText(stageSummary({ stages: [stageFigures()] }), CONTEXT)).toBeNull()
  const one = oversoldText(stageSummary(), CONTEXT)
  expect(one && [one.fact, day(one.ended), one.meaning]).toEqual([
    'Stage 2 sold 118,260.50 AURA more than its supply of 40,000,000.',
    'It ended on Sep 20.',
    'More tokens are promised than the plan has.',
  ])
  const more = ['Stage 7', 'Stage 8'].map((name) => stageFigures({ id: name, name, oversold: '1' }))
  const all = oversoldText(stageSummary({ stages: [...stages, ...more] }), CONTEXT)
  expect(all && [all.fact, all.ended]).toEqual([
    '3 stages sold 118,262.50 AURA more than their supply.',
    'They are Stage 2, Stage 7 and Stage 8.',
  ])
})

describe('Dates of a stage', () => {
  const [start, end] = ['2025-11-04T00:00:00.000Z', '2025-12-15T00:00:00.000Z']
  test.each([
    [start, end, 'Nov 4 – Dec 15', 'Nov 4 – Dec 15, 2025'],
    [start, null, 'Since Nov 4', 'Since Nov 4, 2025, no end'],
    [end, null, 'From Dec 15', 'From Dec 15, 2025, no end'],
    [null, end, 'Until Dec 15', 'Until Dec 15, 2025'],
    [null, null, 'No dates', 'No dates'],
  ])('%s to %s', (starts_at, ends_at, short, long) => {
    const stage = stageFigures({ starts_at, ends_at })
    expect(day(stageDates(stage, CONTEXT))).toBe(short)
    expect(longDates(stage, true, CONTEXT)).toBe(long)
  })

  test('a stage that is not the current one is named', () => {
    const name = (changes: Partial<StageFigures>) =>
      longDates(stageFigures(changes), false, CONTEXT)
    expect(name({ ends_at: start })).toBe('Stage 6 ended on Nov 4, 2025')
    expect(name({ starts_at: end })).toBe('Stage 6 begins on Dec 15, 2025')
    expect(name({ starts_at: null, ends_at: null })).toBe('Stage 6 is not sold yet')
    expect(name({ starts_at: null, ends_at: null, purchases: 2 })).toBe('Stage 6 was sold last')
  })

  test('a day has its year where it is almost a year away', () => {
    expect(day(nearDay('2026-10-05', '2025-11-20'))).toBe('Oct 5')
    expect(day(nearDay('2026-10-06', '2025-11-20'))).toBe('Oct 6, 2026')
    expect(day(nearDay('2024-12-31', '2025-11-20'))).toBe('Dec 31, 2024')
  })
})

test('the badge of a stage says what to know first', () => {
  const state = (changes: Partial<StageFigures>) => stageState(stageFigures(changes), '5', NOW)
  expect(state({ id: '5', oversold: '1', left: '0' })).toBe('oversold')
  expect(state({ id: '5', left: '0' })).toBe('current')
  expect(state({ left: '0', ends_at: '2025-11-01T00:00:00.000Z' })).toBe('sold_out')
  expect(state({ ends_at: '2025-11-20T14:32:00.000Z' })).toBe('ended')
  expect(state({})).toBe('scheduled')
  expect(state({ purchases: 1 })).toBeNull()
})

test('without a current stage the one that was sold last is shown, else the next to begin', () => {
  const shown = (changes: Partial<StageSummary>) =>
    shownStage(stageSummary({ current: null, ...changes }), NOW)?.id
  expect(shown({ current: '1' })).toBe('1')
  expect(shown({})).toBe('5')
  const later = stageFigures({ id: '8', starts_at: '2026-01-12T00:00:00.000Z' })
  expect(shown({ stages: [later, stageFigures()] })).toBe('6')
  expect(shown({ stages: [stageFigures({ id: '9', starts_at: null })] })).toBe('9')
  expect(shown({ stages: [] })).toBeUndefined()
})

test('shares and prices are never more than they are', () => {
  expect(shareText(stageFigures({ sold: '1', sold_share: '0.00' }))).toBe('<0.01%')
  expect(shareText(stageFigures())).toBe('0.00%')
  expect(shareText(stageFigures({ sold_share: null }))).toBeNull()
  expect(paidPriceText('0.023776790000000000')).toBe('$0.02378')
  expect(paidPriceText('12.5')).toBe('$12.5')
})
