import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assignColours } from '#src/domain/colours.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { GraphCard } from '#src/features/home/graph/GraphCard.tsx'
import { ConversionsCard } from '#src/features/home/ranked/ConversionsCard.tsx'
import { RankedCard } from '#src/features/home/ranked/RankedCard.tsx'
import { filters } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { CARDS } from './cards.ts'
import type { HomeView } from './home-view.ts'

vi.mock('#src/ui/save-file.ts', () => ({ downloadCsv: vi.fn<typeof downloadCsv>() }))

const NOW = Date.parse('2026-11-20T14:32:00Z')

type Answers = Record<string, unknown>
const ANSWERS: Answers = {
  '/v1/features': { features: ['campaigns'] },
  '/v1/transactions/summary': { AURA: [{ total_transactions: 3, total_amount: 7391.53 }] },
  '/v1/transactions/records': {
    AURA: [{ date: '2026-11-19T00:00:00+00:00', total_transactions: 3, total_amount: 7391.53 }],
  },
  '/v1/countries/summary': {
    AURA: [
      { country: 'DE', total_transactions: 2, total_amount: 7000.5 },
      { country: 'Germny', total_transactions: 0, total_amount: 91.03 },
      { country: 'unknown', total_transactions: 1, total_amount: 300 },
    ],
  },
  '/v1/utm-plus/summary': {
    AURA: [
      {
        utm_source: 'google',
        utm_medium: 'cpc',
        country: 'DE',
        total_transactions: 2,
        total_amount: 90,
      },
      {
        utm_source: 'google',
        utm_medium: 'cpc',
        country: 'FR',
        total_transactions: 1,
        total_amount: 10,
      },
    ],
  },
  '/v1/deposits/summary': {
    AURA: [
      {
        total: 4,
        first_time_deposits: 3,
        second_time_deposits: 1,
        third_time_deposits: 0,
        additional_deposits: 0,
      },
    ],
  },
  '/v1/registrations/conversions': {
    AURA: { registrations: [{ total_registrations: 3 }], converted_users: 1 },
  },
}

/** Serves these responses; any other path responds with 400. */
function serve(answers: Answers) {
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const address = input instanceof Request ? input.url : String(input)
    const { pathname } = new URL(address, 'http://localhost')
    const result = answers[pathname]
    return result === undefined
      ? Response.json({ code: 400, message: 'Not today' }, { status: 400 })
      : Response.json(result)
  })
}

const view = (changes: Partial<HomeView> = {}): HomeView => ({
  selection: {
    period: 'week',
    customStart: null,
    customEnd: null,
    unit: 'auto',
    projects: ['AURA'],
    minDate: null,
    zone: 'UTC',
  },
  colours: assignColours(['AURA']),
  excludeUnknown: false,
  privacy: false,
  figures: figureFormat(false),
  isCompared: false,
  asOf: NOW,
  ...changes,
})
const PRIVATE = { privacy: true, figures: figureFormat(true) }

function CardOf({ id, of }: { id: string; of: HomeView }) {
  const card = CARDS.find((one) => one.id === id)
  if (card?.kind === 'graph') return <GraphCard card={card} view={of} />
  if (card?.kind === 'ranked') return <RankedCard card={card} view={of} />
  return card ? <ConversionsCard card={card} view={of} /> : null
}

function show(id: string, first: HomeView = view()) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const shown = renderInApp(<CardOf id={id} of={first} />, { client })
  return { ...shown, change: (of: HomeView) => shown.rerender(<CardOf id={id} of={of} />) }
}

/** The file that the download button of a card or dialog saves. */
async function savedFile(place = screen) {
  await userEvent.click(place.getByRole('button', { name: 'Download CSV' }))
  const [name = '', text = ''] = vi.mocked(downloadCsv).mock.lastCall ?? []
  return { name, lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') }
}

const region = (name: string) => screen.getByRole('region', { name })

beforeEach(() => {
  // Canvases are tested in the browser: here nothing is ever in view.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  filters.asOf = NOW
  signInHere()
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

describe('a graph card', () => {
  it('is busy and without figures until the response, then shows text and table', async () => {
    serve(ANSWERS)
    show('transactions')
    expect(region('Transactions').getAttribute('aria-busy')).toBe('true')
    expect(region('Transactions').textContent).not.toMatch(/\d/)
    await screen.findByText(/7,391/)
    expect(region('Transactions').getAttribute('aria-busy')).toBe('false')
    expect(region('Transactions').textContent).toContain('$7,391.533 transactions')
    const table = await screen.findByRole('table', { name: 'Transactions data' })
    await within(table).findByRole('rowheader', { name: 'Nov 19, 2026' })
    expect(within(table).getAllByRole('row')).toHaveLength(9)
  })

  it('is busy while the start of all time is unknown', () => {
    serve(ANSWERS)
    const selection = { ...view().selection, period: 'all' as const, minDate: null }
    for (const id of ['transactions', 'conversions', 'countries']) show(id, view({ selection }))
    const busy = screen.getAllByRole('region').map((card) => card.getAttribute('aria-busy'))
    expect(busy).toEqual(['true', 'true', 'true'])
  })

  it('shows the error in its place, and retries', async () => {
    serve({})
    show('transactions')
    await screen.findByText('Transactions did not load')
    expect(screen.getByRole('alert').textContent).toContain('Not today')
    serve(ANSWERS)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/7,391/)).toBeDefined()
  })

  it('shows no digit of a figure in privacy mode, from the first frame on', async () => {
    serve(ANSWERS)
    const { container, change } = show('transactions')
    await within(await screen.findByRole('table')).findByRole('rowheader', { name: 'Nov 19, 2026' })
    change(view(PRIVATE))
    expect(container.innerHTML).not.toContain('7,391')
    const download = screen.getByRole('button', { name: 'Download CSV' })
    expect(download.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByRole('img', { name: 'Hidden' }).length).toBeGreaterThan(1)
  })
})

describe('a ranked card', () => {
  it('sums up the spellings of one country', async () => {
    serve(ANSWERS)
    show('countries')
    await screen.findByText('Germany')
    expect(region('Countries').textContent).toContain('$7,091.53')
    expect(region('Countries').textContent).toContain('95.94%')
  })

  it('assigns a purchase to the country of its label, or to the label itself', async () => {
    const row = (country: string, total_amount: number) => ({
      country,
      total_amount,
      total_transactions: 1,
    })
    const rows = [row('Türkiye', 40), row('Turkey', 4), row('Holland', 30), row('Berlin', 20)]
    serve({ '/v1/countries/summary': { AURA: rows, NOVA: [row('TUR', 1), row('Other', 10)] } })
    show('countries')
    await screen.findByRole('rowheader', { name: 'Turkey' })
    const table = screen.getByRole('table', { name: 'Countries data' })
    const cells = [...table.querySelectorAll('tbody tr')].map((line) =>
      [...line.querySelectorAll('th, td')].slice(0, 2).map((cell) => cell.textContent),
    )
    expect(cells).toEqual([
      ['Turkey', '$45.00'],
      ['Netherlands', '$30.00'],
      ['Berlin', '$20.00'],
      ['Other', '$10.00'],
    ])
  })

  it('shows the sum that exclude unknown left out, and shares of the rest', async () => {
    serve(ANSWERS)
    show('countries', view({ excludeUnknown: true }))
    await screen.findByText('Shown $7,092 of $7,392 · unknown 4.05%')
    expect(region('Countries').textContent).toContain('100.00%')
  })

  it('distinguishes excluded figures from no figures', async () => {
    const unknown = { country: 'unknown', total_transactions: 3, total_amount: 7391.53 }
    serve({ ...ANSWERS, '/v1/countries/summary': { AURA: [unknown] } })
    const { change } = show('countries', view({ excludeUnknown: true }))
    await screen.findByText('Only unknown countries in this period')
    await screen.findByText('Shown $0 of $7,392 · unknown 100.00%')
    serve({ ...ANSWERS, '/v1/countries/summary': { AURA: [] } })
    change(view({ excludeUnknown: true, selection: { ...view().selection, period: 'month' } }))
    expect(await screen.findByText('No purchases in this period')).toBeDefined()
  })

  it('names the metric that has figures if the server sends only counts', async () => {
    serve({ '/v1/countries/summary': { AURA: [{ country: 'DE', total_transactions: 2 }] } })
    show('countries')
    await screen.findByText('No amounts in this period')
    await userEvent.click(screen.getByRole('radio', { name: 'Transactions' }))
    expect(await screen.findByRole('rowheader', { name: 'Germany' })).toBeDefined()
  })

  it('names deposits if there are none', async () => {
    serve({ '/v1/deposits/summary': { AURA: [] } })
    show('deposits')
    expect(await screen.findByText('No deposits in this period')).toBeDefined()
  })

  it('shows the difference to the purchases with the same asOf', async () => {
    serve({
      ...ANSWERS,
      '/v1/transactions/summary': { AURA: [{ total_transactions: 3, total_amount: 8000 }] },
    })
    show('countries')
    expect(await screen.findByText('Shown $7,392 of $8,000 · $608 not accounted for')).toBeDefined()
  })

  it('keeps the old figures until the new ones arrive', async () => {
    serve(ANSWERS)
    const { change } = show('countries')
    await screen.findByText('Germany')
    let result: (response: Response) => void = () => undefined
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          result = resolve
        }),
    )
    change(view({ selection: { ...view().selection, period: 'month' } }))
    expect(region('Countries').getAttribute('aria-busy')).toBe('true')
    expect(region('Countries').textContent).toContain('Germany')
    await waitFor(() => {
      result(Response.json({ AURA: [{ country: 'FR', total_transactions: 1, total_amount: 5 }] }))
      expect(region('Countries').textContent).toContain('France')
    })
    // The hidden table follows when the browser is idle.
    await waitFor(() => expect(region('Countries').textContent).not.toContain('Germany'))
  })

  describe('while comparing', () => {
    const germany = (amount: number) =>
      Response.json({ AURA: [{ country: 'DE', total_transactions: 1, total_amount: amount }] })
    const compared = (period: 'week' | 'month') =>
      view({ isCompared: true, selection: { ...view().selection, period } })
    /** Countries by the first day of the request; a request for any other day never completes. */
    const serveByDay = (days: Record<string, () => Response>) =>
      vi.stubGlobal('fetch', (address: string) => {
        const { pathname, searchParams } = new URL(address, 'http://localhost')
        const result = days[searchParams.get('start_date')?.slice(0, 10) ?? '']
        return pathname.endsWith('/countries/summary') && result
          ? Promise.resolve(result())
          : new Promise(() => undefined)
      })
    const week = { '2026-11-13': () => germany(100), '2026-11-06': () => germany(50) }

    it('never compares a period with the previous period of another', async () => {
      serveByDay({ ...week, '2026-10-20': () => germany(400) })
      const { change } = show('countries', compared('week'))
      await screen.findByText('+100.00%')
      change(compared('month'))
      await screen.findByText('$400.00')
      expect(region('Countries').textContent).not.toContain('+')
    })

    it('keeps its figures and shows an error if the previous period fails to load', async () => {
      const refusal = () => Response.json({ code: 400, message: 'Not today' }, { status: 400 })
      serveByDay({ ...week, '2026-11-06': refusal })
      show('countries', compared('week'))
      await screen.findByText('Could not load the previous period.')
      expect(region('Countries').textContent).toContain('$100.00')
      serveByDay(week)
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      expect(await screen.findByText('+100.00%')).toBeDefined()
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    })
  })

  it('saves deposits without their total, with the shares on screen', async () => {
    serve(ANSWERS)
    show('deposits')
    await screen.findByText('75.00%')
    const { name, lines } = await savedFile()
    expect(name).toMatch(/^deposits-count-2026/)
    expect(lines).toEqual([
      'Deposit,AURA,Total deposits,Share %',
      'First deposit,3,3,75',
      'Second deposit,1,1,25',
      'Additional deposits,0,0,0',
    ])
  })

  it('moves the focus into a campaign and back', async () => {
    serve(ANSWERS)
    show('utm-plus')
    const campaign = { name: 'google / cpc' }
    await userEvent.click(await screen.findByRole('button', campaign))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back' }))
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('button', campaign))
  })

  it('names its files by their content', async () => {
    serve(ANSWERS)
    show('utm-plus')
    await screen.findByRole('button', { name: 'google / cpc' })
    await userEvent.click(screen.getByRole('radio', { name: 'Transactions' }))
    expect(await savedFile()).toMatchObject({
      name: expect.stringMatching(/^utm-plus-count-2026/),
      lines: ['Campaign,Medium,AURA,Total transactions,Share %', 'google,cpc,3,3,100'],
    })
    await userEvent.click(screen.getByRole('button', { name: 'google / cpc' }))
    expect((await savedFile()).name).toMatch(/^utm-plus-countries-count-2026/)
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    const list = within(await screen.findByRole('dialog'))
    expect((await savedFile(list)).name).toMatch(/^utm-plus-countries-all-2026/)
    const channels = await list.findByRole('link', { name: 'Open Channels' })
    expect(channels.getAttribute('href')).toBe('/channels')
  })

  it('opens a campaign by country, and closes it when a filter removes the campaign', async () => {
    serve(ANSWERS)
    const { change } = show('utm-plus')
    await userEvent.click(await screen.findByRole('button', { name: 'google / cpc' }))
    await screen.findAllByText('Germany')
    expect(screen.getByRole('region', { name: /^UTM Plus/ }).textContent).toContain(
      'By country · $100 in total',
    )
    const table = screen.getByRole('table', { name: 'UTM Plus data' })
    expect(await within(table).findByRole('rowheader', { name: 'Germany' })).toBeDefined()
    serve({ ...ANSWERS, '/v1/utm-plus/summary': { AURA: [] } })
    change(view({ selection: { ...view().selection, period: 'month' } }))
    await screen.findByText('No purchases in this period')
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  })
})

it('conversions have no comparison, and the card explains why', async () => {
  serve(ANSWERS)
  const requests = vi.spyOn(globalThis, 'fetch')
  const { change } = show('conversions')
  await screen.findByText('33.33', { exact: false })
  expect(screen.queryByText(/had longer to buy/)).toBeNull()
  change(view({ isCompared: true }))
  expect(screen.getByText('Not compared: earlier wallets had longer to buy')).toBeDefined()
  expect(screen.queryByText(/pp$/)).toBeNull()
  expect(requests).toHaveBeenCalledTimes(1)
})

it('conversions are rounded down to two decimals, and masked like other figures', async () => {
  serve(ANSWERS)
  const { container, change } = show('conversions')
  await screen.findByText('33.33', { exact: false })
  change(view(PRIVATE))
  expect(container.innerHTML).not.toContain('33.33')
})
