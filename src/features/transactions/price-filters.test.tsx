import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPrivacy } from '#src/state/filters.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, PROJECT, TRANSACTION } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { press } from '#tests/support/screens/user-actions.ts'
import { TransactionsPage } from './TransactionsPage.tsx'

stubLayout()

const PURCHASE = {
  ...TRANSACTION,
  stage_name: 'Stage 5',
  payment_usd_amount: '250',
  tokens_bought: '11904.76',
}

/** The queries of the list's calls. */
let requested: URLSearchParams[]

beforeEach(() => {
  requested = []
  signInHere()
})
afterEach(endPage)

/** A server with a plan of the project, unless `others` say otherwise. */
function open(search: string, others: Acts = {}, hasStages = true) {
  history.replaceState(null, '', `/transactions${search}`)
  const features = ['search', 'wallet_page', 'exports', ...(hasStages ? ['stages'] : [])]
  openFaultyApi({
    ...acts(),
    'GET /features': () => ({ features }),
    'GET /projects': () => [{ ...PROJECT, has_stages: 1 }],
    'GET /transactions/facets': () => ({ stages: [], payment_tokens: [] }),
    'GET /transactions/total': () => ({ rows: 158, usd: '78000', tokens: '9' }),
    'GET /transactions': ({ query }) => {
      requested.push(query)
      return { results: [PURCHASE], page: 1, limit: 20 }
    },
    ...others,
  })
  showPage(TransactionsPage)
}

const text = () => document.body.textContent
const shows = (part: string) => waitFor(() => expect(text()).toContain(part))
const combobox = (name: string) => screen.findByRole('combobox', { name })
const chosen = async (name: string, label: string) =>
  waitFor(async () => expect((await combobox(name)).textContent).toContain(label))

/** Opens a filter; the names of its options. */
async function optionsOf(name: string): Promise<(string | null)[]> {
  fireEvent.click(await combobox(name))
  const list = await screen.findByRole('listbox', { name })
  return [...list.querySelectorAll('[role=option]')].map((option) => option.textContent)
}
const choose = (name: string) => fireEvent.click(screen.getByRole('option', { name }))

test('a link shows the purchases off the price of a stage, each with its price', async () => {
  open('?status=completed&stage=Stage+5&stage_price=off')
  await waitFor(() => expect(requested.at(-1)?.get('stage_price')).toBe('off'))
  expect(requested.at(-1)?.getAll('stage')).toEqual(['Stage 5'])
  expect(requested.at(-1)?.has('price')).toBe(false)
  // The facets do not have it.
  await chosen('Stage', 'Stage 5')
  await chosen('Price', 'Off the stage’s price')
  expect((await screen.findByRole('status', { name: 'Total' })).textContent).toBe(
    '158 purchases, $78,000.00',
  )
  await shows('$250.00at $0.021')
  await act(async () => setPrivacy(true))
  expect(text()).not.toContain('0.021')
  await act(async () => setPrivacy(false))
  await press('Clear filters')
  await waitFor(() => expect(location.search).toBe(''))
  await waitFor(() => expect(text()).not.toContain('at $0.021'))
  await chosen('Price', 'Any price')
})

test('one price and one time of the stage are chosen, and stand in the address', async () => {
  open('')
  await combobox('Time of the stage')
  expect(await optionsOf('Price')).toEqual(['Any price', 'Unusual', 'Off the stage’s price'])
  choose('Unusual')
  await waitFor(() => expect(location.search).toBe('?price=unusual'))
  await shows('at $0.021')
  await optionsOf('Price')
  choose('Off the stage’s price')
  await waitFor(() => expect(location.search).toBe('?stage_price=off'))
  expect(await optionsOf('Time of the stage')).toEqual([
    'Any time',
    'Before it began',
    'After it ended',
  ])
  choose('After it ended')
  await waitFor(() => expect(location.search).toBe('?stage_price=off&stage_time=after'))
  await waitFor(() => expect(requested.at(-1)?.get('stage_time')).toBe('after'))
  await optionsOf('Price')
  choose('Any price')
  await waitFor(() => expect(location.search).toBe('?stage_time=after'))
})

test.each([
  ['without a plan', '', { 'GET /projects': () => [{ ...PROJECT, has_stages: 0 }] }, true],
  ['of a server without stages', '?stage_price=off&stage_time=before', {}, false],
])('a list %s asks for no prices and times of stages', async (_what, search, others, hasStages) => {
  open(search, others, hasStages)
  expect(await optionsOf('Price')).toEqual(['Any price', 'Unusual'])
  expect(screen.queryByRole('combobox', { name: 'Time of the stage' })).toBeNull()
  await shows('$250.00')
  for (const query of requested)
    expect([query.has('stage_price'), query.has('stage_time')]).toEqual([false, false])
})

test('a switch leaves purchases with notes, in the address; their count stands after the status', async () => {
  const features = { 'GET /features': () => ({ features: ['search', 'exports', 'notes'] }) }
  const none: string[] = []
  open('', {
    ...features,
    'GET /transactions': ({ query }) => {
      requested.push(query)
      const results = [
        PURCHASE,
        { ...PURCHASE, id: '2', notes: 0 },
        { ...PURCHASE, id: '3', notes: 3 },
      ]
      return { results: none.length > 0 ? [] : results, page: 1, limit: 20 }
    },
  })
  await waitFor(() => expect(screen.getAllByRole('img', { name: /note/ })).toHaveLength(1))
  const mark = screen.getByRole('img', { name: '3 notes' })
  expect(mark.previousElementSibling?.textContent).toBe('COMPLETED')
  const withNotes = await screen.findByRole('switch', { name: 'With notes' })
  none.push('from now on')
  fireEvent.click(withNotes)
  await waitFor(() => expect(requested.at(-1)?.get('noted')).toBe('1'))
  expect(location.search).toBe('?noted=1')
  await shows('No match for records with notes. Clear the filters to see more.')
  await press('Clear filters')
  await waitFor(() => expect(location.search).toBe(''))
  expect(withNotes.getAttribute('aria-checked')).toBe('false')
})

test('a server without notes has no switch, and a link to it does not reach the server', async () => {
  open('?noted=1')
  await screen.findByRole('combobox', { name: 'Status' })
  expect(screen.queryByRole('switch', { name: 'With notes' })).toBeNull()
  await waitFor(() => expect(requested.at(-1)?.has('noted')).toBe(false))
})
