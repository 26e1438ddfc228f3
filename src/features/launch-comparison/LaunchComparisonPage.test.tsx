import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { HomePage } from '#src/features/home/HomePage.tsx'
import { selectProjects, setPrivacy } from '#src/state/filters.ts'
import { enterSession } from '#src/state/session.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { PROJECT } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { stageFigures, stageSummary } from '#tests/support/screens/stage-summary.ts'
import { press } from '#tests/support/screens/user-actions.ts'
import { LaunchComparisonPage } from './LaunchComparisonPage.tsx'

vi.mock('#src/ui/save-file.ts', () => ({ downloadCsv: vi.fn<typeof downloadCsv>() }))

afterEach(() => {
  endPage()
  vi.clearAllMocks()
})

const day = (number: number, amount: number) => ({
  day: number,
  amount,
  purchases: number,
  buyers: 1,
})

function open(
  projects = ['AURA', 'HELIX', 'NOVA'],
  Page: ComponentType = LaunchComparisonPage,
  hasPlans = false,
) {
  openFaultyApi({
    'GET /features': () => ({ features: ['campaigns', 'stages'] }),
    'GET /projects/names': () => projects,
    'GET /projects': () =>
      hasPlans ? projects.map((id) => ({ ...PROJECT, id, has_stages: id === 'NOVA' ? 0 : 1 })) : [],
    'GET /stages/summary': () => ({
      AURA: stageSummary({ stages: ['Stage 1', 'Stage 2'].map((name) => stageFigures({ name })) }),
      HELIX: stageSummary({ stages: [stageFigures({ name: 'Seed' })] }),
    }),
    'GET /launches': ({ query }) => {
      if (query.get('stage') === '2')
        return {
          AURA: {
            launched_at: '2026-10-05T12:00:00Z',
            age_days: 3,
            days: [{ ...day(2, 70), buyers: null }],
          },
          HELIX: { launched_at: null, age_days: 0, days: [] },
          NOVA: { launched_at: null, age_days: 0, days: [] },
        }
      const all = {
        AURA: {
          launched_at: '2026-10-01T12:00:00Z',
          age_days: 8,
          days: [day(1, 1000), day(2, 2000.5)],
        },
        HELIX: {
          launched_at: '2026-10-07T12:00:00Z',
          age_days: 2,
          days: [day(1, 500), day(2, 1500)],
        },
        NOVA: { launched_at: null, age_days: 0, days: [] },
      }
      return Object.fromEntries(
        Object.entries(all).filter(([name]) => query.getAll('projects').includes(name)),
      )
    },
  })
  signInHere()
  act(() => selectProjects('all'))
  showPage(Page)
}

const cells = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('the projects are compared with the oldest launch on the same day', async () => {
  open()
  await screen.findByText('Not launched')
  expect(cells('Launches')).toEqual([
    ['Project', 'Launch', 'Days', 'After 7 days', 'After 30 days', 'Today', 'Against AURA'],
    ['AURA', 'Oct 1, 2026', '8', '$2,001', 'Not yet', '$2,001', 'Reference'],
    ['HELIX', 'Oct 7, 2026', '2', 'Not yet', 'Not yet', '$1,500', '−50.00% same day'],
    ['NOVA', 'Not launched', '–', '–', '–', '–', '–'],
  ])
  const data = () => cells('Sales since launch data')
  await waitFor(() => expect(data()).toHaveLength(9))
  expect(data().slice(0, 4)).toEqual([
    ['Day', 'AURA', 'HELIX'],
    ['Day 1', '$1,000.00', '$500.00'],
    ['Day 2', '$2,000.50', '$1,500.00'],
    ['Day 3', '$2,000.50', ''],
  ])
})

test('transactions and the same days are one press away, and the file follows them', async () => {
  open()
  await screen.findByText('Not launched')
  await press('Transactions')
  await press('Same days')
  await waitFor(() =>
    expect(cells('Sales since launch data')).toEqual([
      ['Day', 'AURA', 'HELIX'],
      ['Day 1', '1', '1'],
      ['Day 2', '2', '2'],
    ]),
  )
  expect(cells('Launches')[2]?.slice(5)).toEqual(['2', '0.00% same day'])
  await press('Download CSV')
  expect(downloadCsv).toHaveBeenCalledWith(
    'sales-since-launch-purchases.csv',
    'Day since launch,AURA,HELIX\r\n1,1,1\r\n2,2,2\r\n',
  )
})

test('in privacy mode no figure is on the page, and nothing is downloaded', async () => {
  open()
  await screen.findByText('Not launched')
  await act(async () => setPrivacy(true))
  await waitFor(() => expect(cells('Sales since launch data')).toHaveLength(9))
  expect(document.querySelector('section')?.outerHTML).not.toMatch(/2,000|1,500|\$/)
  expect(screen.getByRole('table', { name: 'Launches' }).outerHTML).not.toMatch(/2,001|50\.00|\$/)
  await press('Download CSV')
  expect(downloadCsv).not.toHaveBeenCalled()
})

test('one stage of each plan can be compared instead of the whole sale', async () => {
  open(undefined, undefined, true)
  await screen.findByText('Not launched')
  fireEvent.click(await screen.findByRole('combobox', { name: 'Stage' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Whole sale'),
    expect.stringMatching(/^Stage 1\s*AURA, HELIX: Seed$/),
    expect.stringMatching(/^Stage 2\s*AURA$/),
  ])
  fireEvent.click(screen.getByRole('option', { name: /Stage 2/ }))
  await screen.findAllByText('Not begun')
  expect(cells('Launches')[1]?.slice(0, 3)).toEqual(['AURA', 'Oct 5, 2026', '3'])
  await waitFor(() =>
    expect(cells('Sales since launch data')).toEqual([
      ['Day', 'AURA'],
      ['Day 1', '$0.00'],
      ['Day 2', '$70.00'],
      ['Day 3', '$70.00'],
    ]),
  )
  // Too many purchases: nobody knows its buyers, but it has begun.
  await press('Buyers')
  await screen.findByText('These buyers are not counted')
  expect(cells('Launches')[1]).toEqual(['AURA', 'Oct 5, 2026', '3', '–', '–', '–', '–'])
})

test('the page follows the selected projects', async () => {
  open()
  await screen.findByText('Not launched')
  await act(async () => selectProjects(['HELIX']))
  await screen.findByText('Against HELIX')
  expect(cells('Launches')[1]).toContain('Reference')
})

test('projects without a sale have no lines', async () => {
  open(['NOVA'])
  await screen.findByText('No project has launched')
  expect(cells('Launches')[1]?.slice(0, 2)).toEqual(['NOVA', 'Not launched'])
})

test.each([
  ['admin', 1],
  ['marketing', 0],
])('the first card of Home leads %s to it: %s', async (role, count) => {
  // Charts are drawn in the browser only: here nothing is ever in view.
  const quiet = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', quiet)
  open(['AURA', 'HELIX'], () => null)
  enterSession({ ...SCREEN_USER, role })
  showPage(HomePage)
  await screen.findByRole('region', { name: 'Registrations' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const links = [...document.querySelectorAll('a')].filter(
    ({ textContent }) => textContent === 'Launch comparison',
  )
  expect(links).toHaveLength(count)
})
