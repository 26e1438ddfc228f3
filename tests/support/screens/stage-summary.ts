import type { StageFigures, StageSummary, UnplannedFigures } from '#src/wire/stages.ts'

// A sale as GET /stages/summary sends it: Stage 1 is sold out, Stage 2 oversold, Stage 5 current, and
// Stage 6 not begun.

const AS_OF = '2025-11-20T14:32:00.000Z'

const NOT_SOLD = {
  sold: '0',
  purchases: 0,
  buyers: 0,
  amount: '0',
  average_price: null,
  first_at: null,
  last_at: null,
  first_id: null,
  last_id: null,
}

/** A planned stage that nothing was sold of, unless `changes` say so. */
export function stageFigures(changes: Partial<StageFigures> = {}): StageFigures {
  return {
    id: '6',
    name: 'Stage 6',
    also: [],
    price_usd: '0.027',
    supply: '89000000',
    starts_at: '2025-12-15T00:00:00.000Z',
    ends_at: '2026-01-12T00:00:00.000Z',
    ...NOT_SOLD,
    sold_share: '0.00',
    left: changes.supply === undefined ? '89000000' : changes.supply,
    oversold: '0',
    sold_out_at: null,
    oversold_at: null,
    outside: { before: 0, after: 0 },
    off_price: { purchases: 0, amount: '0', usual_price: null },
    forecast: { none: 'no_open_stage' },
    ...changes,
  }
}

/** A name that the plan lacks. */
export function unplannedFigures(changes: Partial<UnplannedFigures> = {}): UnplannedFigures {
  return {
    name: 'Team round',
    sold: '250000',
    purchases: 3,
    buyers: 2,
    amount: '2500',
    average_price: '0.01',
    first_at: '2025-08-20T10:00:00.000Z',
    last_at: '2025-08-22T10:00:00.000Z',
    first_id: '31',
    last_id: '35',
    usual_price: '0.01',
    ...changes,
  }
}

const SOLD_OUT = stageFigures({
  id: '1',
  name: 'Stage 1',
  price_usd: '0.012',
  supply: '30000000',
  starts_at: '2025-08-14T00:00:00.000Z',
  ends_at: '2025-09-01T00:00:00.000Z',
  sold: '30000000',
  sold_share: '100.00',
  left: '0',
  sold_out_at: '2025-08-31T18:04:00.000Z',
  purchases: 838,
  buyers: 702,
  amount: '360000',
  average_price: '0.012',
  first_at: '2025-08-14T09:00:00.000Z',
  last_at: '2025-08-31T18:04:00.000Z',
  first_id: '1',
  last_id: '838',
  forecast: { none: 'sold_out' },
})

const OVERSOLD = stageFigures({
  ...SOLD_OUT,
  id: '2',
  name: 'Stage 2',
  price_usd: '0.015',
  supply: '40000000',
  starts_at: '2025-09-01T00:00:00.000Z',
  ends_at: '2025-09-20T00:00:00.000Z',
  sold: '40118260.5',
  oversold: '118260.5',
  sold_out_at: '2025-09-19T20:11:00.000Z',
  oversold_at: '2025-09-19T20:11:00.000Z',
  purchases: 1322,
  buyers: 1055,
  amount: '601773.91',
  average_price: '0.015',
  first_at: '2025-09-01T00:10:00.000Z',
  last_at: '2025-09-19T23:58:00.000Z',
  first_id: '839',
  last_id: '2160',
})

const CURRENT = stageFigures({
  id: '5',
  name: 'Stage 5',
  also: ['Stage-5'],
  price_usd: '0.024',
  supply: '80000000',
  starts_at: '2025-11-04T00:00:00.000Z',
  ends_at: '2025-12-15T00:00:00.000Z',
  sold: '49920983.21',
  sold_share: '62.40',
  left: '30079016.79',
  purchases: 2510,
  buyers: 1688,
  amount: '1186960.74',
  average_price: '0.02377679',
  first_at: '2025-11-03T13:04:00.000Z',
  last_at: '2025-11-20T14:30:00.000Z',
  first_id: '6682',
  last_id: '9191',
  outside: { before: 94, after: 0 },
  off_price: { purchases: 158, amount: '78000', usual_price: '0.021' },
  forecast: { earliest: '2025-11-30', likely: '2025-12-02', latest: '2025-12-04' },
})

const PACE_DAYS = ['2100118.5', '2518786', '2790040', '1988402.25', '2602331', '2544118', '2310977']

/** The progress of a project with a plan, as its own response: in that of the call it stands under its project. */
export function stageSummary(changes: Partial<StageSummary> = {}): StageSummary {
  return {
    as_of: AS_OF,
    soft_cap_usd: '2000000',
    hard_cap_usd: '7500000',
    soft_cap_at: '2025-10-14T16:20:00.000Z',
    hard_cap_at: null,
    raised_usd: '4291193.92',
    raised_share: '57.21',
    cap_forecast: { earliest: '2026-01-03', likely: '2026-01-12', latest: '2026-01-20' },
    current: CURRENT.id,
    launched_at: '2025-08-14T09:00:00.000Z',
    count_bonuses: 0,
    pace: {
      days: PACE_DAYS.map((tokens, index) => ({
        date: `2025-11-${13 + index}`,
        tokens,
        amount: '60000',
      })),
      tokens_per_day: '2518786',
      amount_per_day: '60000',
    },
    stages: [SOLD_OUT, OVERSOLD, CURRENT, stageFigures()],
    unplanned: [unplannedFigures()],
    ...changes,
  }
}

/** The same of a project without a plan. */
export function unplannedSummary(changes: Partial<StageSummary> = {}): StageSummary {
  return stageSummary({
    soft_cap_usd: null,
    hard_cap_usd: null,
    soft_cap_at: null,
    raised_share: null,
    cap_forecast: { none: 'no_cap' },
    current: null,
    stages: [],
    unplanned: ['Stage 1', 'Stage 2'].map((name) => unplannedFigures({ name })),
    ...changes,
  })
}
