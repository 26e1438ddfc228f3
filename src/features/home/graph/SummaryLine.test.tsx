import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { figureFormat } from '#src/domain/text/mask.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { CARDS } from '#src/features/home/cards/cards.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { filters } from '#src/state/filters.ts'
import { SummaryLine } from './SummaryLine.tsx'

const days = ([from, until]: readonly [string, string]): TimeRange => ({
  start: Date.parse(`${from}T00:00:00Z`),
  end: Date.parse(`${until}T23:00:00Z`),
})
const answerOf = (range: TimeRange, amount: number) => ({
  resolvedQuery: { range, unit: 'day' as const, zone: 'UTC', projects: ['AURA'], asOf: range.end },
  items: [{ project: 'AURA', amount, count: 1 }],
})
const view: HomeView = {
  selection: {
    period: 'custom',
    customStart: null,
    customEnd: null,
    unit: 'auto',
    projects: ['AURA'],
    minDate: null,
    zone: 'UTC',
  },
  colours: new Map(),
  excludeUnknown: false,
  privacy: false,
  figures: figureFormat(false),
  isCompared: true,
  asOf: 0,
  linked: filters,
  emptyHint: '',
}

test.each([
  [
    'the year on screen',
    ['2026-09-22', '2026-10-21'],
    ['2026-10-22', '2026-11-20'],
    'Sep 22 – Oct 21',
  ],
  [
    'two years',
    ['2024-11-20', '2025-11-19'],
    ['2025-11-20', '2026-11-20'],
    'Nov 20, 2024 – Nov 19, 2025',
  ],
  [
    'the year before',
    ['2025-12-24', '2025-12-31'],
    ['2026-01-01', '2026-01-08'],
    'Dec 24 – Dec 31, 2025',
  ],
  [
    'the year that the range begins in',
    ['2025-11-21', '2025-12-20'],
    ['2025-12-21', '2026-01-20'],
    'Nov 21 – Dec 20, 2025',
  ],
] as const)('a comparison with days of %s', (_what, before, now, range) => {
  const card = CARDS.find((one) => one.kind === 'graph' && one.isHero)
  if (card?.kind !== 'graph') throw new Error('No first card')
  render(
    <SummaryLine
      card={card}
      metric="amount"
      summary={answerOf(days(now), 30)}
      previous={answerOf(days(before), 20)}
      view={view}
    />,
  )
  expect(screen.getByText(/^from/).textContent).toBe(`from $20, ${range}`)
})
