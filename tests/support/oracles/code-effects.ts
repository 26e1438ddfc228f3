import type { CodeEffect } from '#src/wire/code-effects.ts'

// What the page of a bonus code shows, as the server sends it: a code of three days in UTC.

const before: CodeEffect['during'] = {
  from: '2026-09-01T00:00:00.000Z',
  to: '2026-09-04T00:00:00.000Z',
  purchases: 0,
  buyers: 0,
  new_buyers: 0,
  amount: 0,
  bonus_tokens: '0',
  share_of_project: 0,
  project: { purchases: 4, buyers: 3, new_buyers: 2, amount: 1000 },
}

const during: CodeEffect['during'] = {
  from: '2026-09-04T00:00:00.000Z',
  to: '2026-09-07T00:00:00.000Z',
  purchases: 3,
  buyers: 2,
  new_buyers: 1,
  amount: 750.5,
  bonus_tokens: '1555174.19',
  share_of_project: 50.03,
  project: { purchases: 6, buyers: 5, new_buyers: 2, amount: 1500 },
}

const after: CodeEffect['during'] = {
  ...before,
  from: '2026-09-07T00:00:00.000Z',
  to: '2026-09-10T00:00:00.000Z',
  project: { purchases: 3, buyers: 3, new_buyers: 0, amount: 900 },
}

const source = (utm_source: string, utm_medium: string, amount: number) => ({
  utm_source,
  utm_medium,
  purchases: 1,
  amount,
})

/** A code that has ended. */
export const CODE_EFFECT: CodeEffect = {
  code: {
    id: '7',
    project_id: 'AURA',
    code: 'SUMMER20',
    percentage: 20,
    start_date: during.from,
    end_date: during.to,
    uses: 3,
    max_uses: 500,
    disabled: 0,
    disabled_at: null,
    tokens_come_from_stage_tokens: 1,
    created_at: '2026-08-30T10:00:00.000Z',
  },
  before,
  during,
  after,
  first_use: '2026-09-04T08:14:00.000Z',
  last_use: '2026-09-06T23:41:00.000Z',
  by_day: [
    { date: '2026-09-02T00:00:00.000Z', purchases: 0, amount: 0, project_amount: 1000 },
    { date: '2026-09-04T00:00:00.000Z', purchases: 2, amount: 500.5, project_amount: 800 },
    { date: '2026-09-06T00:00:00.000Z', purchases: 1, amount: 250, project_amount: 700 },
    { date: '2026-09-08T00:00:00.000Z', purchases: 0, amount: 0, project_amount: 900 },
  ],
  sources: [source('telegram', 'channel', 500.5), source('unknown', 'unknown', 250)],
  countries: [
    { country: 'DE', purchases: 2, amount: 500.5 },
    { country: 'unknown', purchases: 1, amount: 250 },
  ],
}

/** The same code before it begins. */
export const SCHEDULED_EFFECT: CodeEffect = {
  ...CODE_EFFECT,
  code: {
    ...CODE_EFFECT.code,
    uses: 0,
    start_date: '2026-12-01T00:00:00.000Z',
    end_date: '2026-12-31T00:00:00.000Z',
  },
  before: null,
  during: {
    ...before,
    from: '2026-12-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
    share_of_project: null,
    project: { purchases: 0, buyers: 0, new_buyers: 0, amount: 0 },
  },
  after: null,
  first_use: null,
  last_use: null,
  by_day: [],
  sources: [],
  countries: [],
}

/** The same code after it was disabled before its start. */
export const CANCELLED_EFFECT: CodeEffect = {
  ...SCHEDULED_EFFECT,
  code: { ...SCHEDULED_EFFECT.code, disabled: 1, disabled_at: '2026-11-01T10:00:00.000Z' },
}
