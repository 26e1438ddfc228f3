import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { selectProjects, setExcludeUnknown, setPeriod, setPrivacy } from '#src/state/filters.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button, press, type } from '#tests/support/screens/user-actions.ts'
import { NO_SUMS, type ChannelSums } from './channel-sums.ts'
import { ChannelsPage } from './ChannelsPage.tsx'

vi.mock('#src/ui/save-file.ts', () => ({ downloadCsv: vi.fn<typeof downloadCsv>() }))

afterEach(() => {
  endPage()
  vi.clearAllMocks()
})

const channel = (utm_source: string, utm_medium: string, sums: Partial<ChannelSums>) => ({
  ...NO_SUMS,
  utm_source,
  utm_medium,
  ...sums,
})
const NOW = {
  AURA: [
    channel('google', 'cpc', {
      amount: 200.6,
      purchases: 2,
      registrations_7_days_old: 4,
      converted_within_7_days: 1,
    }),
    channel('unknown', 'unknown', { amount: 90, purchases: 9 }),
  ],
  HELIX: [channel('google', 'cpc', { amount: 100, purchases: 1, registrations: 7 })],
}
const BEFORE = { AURA: [channel('google', 'cpc', { amount: 150.3 })], HELIX: [] }
const COUNTRIES = {
  AURA: ['DE', 'Germany', 'US', 'FR', 'GB', 'CA'].map((country, index) => ({
    ...NO_SUMS,
    country,
    amount: 60 - index,
    purchases: 2 - (index % 2),
  })),
}

function open(search = '?period=month') {
  const starts = new Set<string>()
  const api = openFaultyApi({
    'GET /features': () => ({ features: ['campaigns'] }),
    'GET /projects/names': () => ['AURA', 'HELIX'],
    'GET /projects': () => [],
    // The later start belongs to the present period.
    'GET /channels/summary': ({ query }) => {
      starts.add(query.get('start_date') ?? '')
      return query.get('start_date') === [...starts].toSorted().at(-1) ? NOW : BEFORE
    },
    'GET /channels/countries': ({ query }) =>
      query.get('utm_source') === 'google' ? COUNTRIES : { AURA: [] },
  })
  signInHere()
  act(() => {
    setPeriod('month')
    setExcludeUnknown(false)
    selectProjects('all')
  })
  history.replaceState(null, '', `/channels${search}`)
  showPage(ChannelsPage)
  return api
}

const table = () => screen.findByRole('table', { name: 'Channels' })
const rowTexts = async () => {
  const rows = within(await table()).getAllByRole('row')
  return rows.map((row) => [...row.children].map((cell) => cell.textContent))
}
const names = async () => (await rowTexts()).slice(1, -1).map(([, name]) => name)

test('the channels of all projects are summed, compared and added up', async () => {
  open()
  await screen.findByText('+100.00%')
  const [head, google, unknown, total] = await rowTexts()
  expect(head?.slice(1)).toEqual([
    'Source / medium',
    'USD',
    'Change',
    'Purchases',
    'Buyers',
    'New',
    'Average',
    'Registered',
    'Converted',
    'Second',
  ])
  expect(google?.slice(1, 10)).toEqual([
    'google / cpc',
    '$301',
    '+100.00%',
    '3',
    '0',
    '0',
    '$100',
    '7',
    '25.00%',
  ])
  // Without a registration that is 7 days old there is no conversion.
  expect([unknown?.[1], unknown?.[3], unknown?.[9]]).toEqual(['Unknown / Unknown', 'New', '–'])
  expect(total?.[1]).toMatch(/^All 2/)
  expect(total?.slice(2, 5)).toEqual(['$391', '+159.88%', '12'])
  const link = screen.getByRole('link', { name: 'Show the 3 purchases of google / cpc' })
  const { searchParams } = new URL(link.getAttribute('href') ?? '', location.origin)
  expect(searchParams.getAll('utm_source')).toEqual(['google'])
  expect(searchParams.getAll('utm_medium')).toEqual(['cpc'])
  expect(searchParams.get('voided')).toBe('0')
})

test('a header orders the list, and the URL keeps the order', async () => {
  open()
  await screen.findByText('301')
  expect(await names()).toEqual(['google / cpc', 'Unknown / Unknown'])
  const header = () => screen.getByRole('columnheader', { name: 'Purchases' })
  expect(header().getAttribute('aria-sort')).toBe('none')
  await press('Purchases')
  expect(header().getAttribute('aria-sort')).toBe('descending')
  expect(await names()).toEqual(['Unknown / Unknown', 'google / cpc'])
  expect(location.search).toContain('sort=purchases&order=desc')
  await press('Purchases')
  expect(header().getAttribute('aria-sort')).toBe('ascending')
  expect(await names()).toEqual(['google / cpc', 'Unknown / Unknown'])
  act(() => history.back())
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('descending'))
})

test('the search and the filter narrow the list', async () => {
  open()
  await waitFor(async () => expect(await names()).toHaveLength(2))
  await type('Search', 'CPC')
  await waitFor(async () => expect(await names()).toEqual(['google / cpc']))
  await type('Search', 'zzz')
  await screen.findByText('No source or medium contains "zzz".')
  await type('Search', '')
  act(() => setExcludeUnknown(true))
  await waitFor(async () => expect(await names()).toEqual(['google / cpc']))
})

test('an opened channel fetches its countries and shows the first four of them', async () => {
  const api = open()
  await screen.findByText('301')
  expect(api.done('GET /channels/countries')).toBe(0)
  const [first] = await screen.findAllByRole('button', { name: 'Show countries' })
  if (first) fireEvent.click(first)
  await screen.findByText('Germany')
  // Of both periods.
  await waitFor(() => expect(api.done('GET /channels/countries')).toBe(2))
  const countries = screen.getByRole('table', { name: 'Countries of google / cpc' })
  const shown = () =>
    within(countries)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.firstChild?.textContent)
  // DE and Germany are one.
  expect(shown()).toEqual(['DEGermany', 'USUnited States', 'FRFrance', 'GBUnited Kingdom'])
  const germany = within(countries).getByRole('link', {
    name: 'Show the 3 purchases of google / cpc from Germany',
  })
  const { searchParams } = new URL(germany.getAttribute('href') ?? '', location.origin)
  expect(searchParams.getAll('country')).toEqual(['DE', 'Germany'])
  expect(searchParams.getAll('utm_source')).toEqual(['google'])
  await press('Show all 5 countries')
  expect(shown()).toHaveLength(5)
  await press('Hide countries')
  expect(screen.queryByText('Germany')).toBeNull()
})

test('in privacy mode neither a name nor a figure is on the page, and nothing is downloaded', async () => {
  open()
  await screen.findByText('+100.00%')
  await act(async () => setPrivacy(true))
  const text = (await table()).outerHTML
  expect(text).not.toMatch(/google|cpc|301|300\.6|100\.00|All 2/)
  fireEvent.click(await button('Download CSV'))
  expect(downloadCsv).not.toHaveBeenCalled()
  await act(async () => setPrivacy(false))
  fireEvent.click(await button('Download CSV'))
  expect(downloadCsv).toHaveBeenCalledTimes(1)
  const [file, csv] = vi.mocked(downloadCsv).mock.calls[0] ?? []
  expect(file).toMatch(/^channels-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv).toContain('google,cpc,300.6,3,')
})

test('a failed request says so and can be repeated', async () => {
  const api = open('')
  api.break('GET /channels/summary', '429')
  act(() => setPeriod('week'))
  await waitFor(() => expect(screen.queryByText('Channels did not load')).toBeTruthy())
  api.mend()
  await press('Try again')
  await screen.findByText('301')
})
