import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assignColours } from '#src/domain/colours.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { transactionSummary } from '#src/features/home/cards/sources.ts'
import { filters } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { HomeLegend } from './HomeHead.tsx'

/** Window width in px. */
let width = 0
vi.mock('#src/ui/use-media.ts', () => ({
  useIsMobile: () => width <= 850,
  useIsTablet: () => width > 850 && width < 1200,
}))

const names = (count: number) => Array.from({ length: count }, (_, index) => `P${index + 1}`)

beforeEach(() => {
  // The last projects are the largest ones.
  vi.stubGlobal('fetch', async () =>
    Response.json(
      Object.fromEntries(
        names(12).map((name, index) => [
          name,
          [{ total_transactions: 1, total_amount: index === 0 ? 500 : index }],
        ]),
      ),
    ),
  )
  signInHere()
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

/** The legend of that many projects in a window of that width. */
function open(count: number, windowWidth: number, changes: Partial<HomeView> = {}) {
  width = windowWidth
  const view: HomeView = {
    selection: {
      period: 'week',
      customStart: null,
      customEnd: null,
      unit: 'auto',
      projects: names(count),
      minDate: null,
      zone: 'UTC',
    },
    colours: assignColours(names(count)),
    excludeUnknown: false,
    privacy: false,
    figures: figureFormat(false),
    isCompared: false,
    asOf: Date.parse('2026-11-20T14:32:00Z'),
    linked: filters,
    emptyHint: '',
    ...changes,
  }
  renderInApp(<HomeLegend view={view} summary={transactionSummary} />, {
    client: new QueryClient(),
  })
}
const inLine = () => within(screen.getByRole('list', { name: 'Projects' })).getAllByRole('listitem')
const textsOf = (items: HTMLElement[]) => items.map((item) => item.textContent)

test('on a desktop eight projects are in the line, in their order', () => {
  open(8, 1440)
  expect(textsOf(inLine())).toEqual(names(8))
  expect(screen.queryByRole('button')).toBeNull()
})

test('of twelve the seven largest are in the line, and a button lists the others', async () => {
  open(12, 1440)
  await within(screen.getByRole('list', { name: 'Projects' })).findByText('P12')
  expect(textsOf(inLine())).toEqual(['P1', 'P12', 'P11', 'P10', 'P9', 'P8', 'P7'])
  const more = await screen.findByRole('button', { name: '5 more projects', expanded: false })
  expect(more.textContent).toBe('+5')
  await userEvent.click(more)
  const list = await screen.findByRole('dialog', { name: 'Projects' })
  expect(textsOf(within(list).getAllByRole('listitem'))).toEqual(['P6', 'P5', 'P4', 'P3', 'P2'])
})

test.each([851, 1199])('at %d px the legend is only a button', async (tablet) => {
  open(5, tablet, { isCompared: true })
  expect(screen.queryByRole('list')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: '5 projects' }))
  const list = await screen.findByRole('dialog', { name: 'Projects' })
  expect(textsOf(within(list).getAllByRole('listitem'))).toEqual([...names(5), 'Previous'])
})

test('a phone names eight projects', () => {
  open(8, 390)
  expect(textsOf(inLine())).toEqual(names(8))
})

test('a phone has a button for more than eight', async () => {
  open(12, 390)
  expect(await screen.findByRole('button', { name: '12 projects' })).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})
