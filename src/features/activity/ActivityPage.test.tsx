import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { saveCsv } from '#src/ui/save-file.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button } from '#tests/support/screens/user-actions.ts'
import { ActivityPage } from './ActivityPage.tsx'

vi.mock('#src/ui/save-file.ts', () => ({ saveCsv: vi.fn<typeof saveCsv>() }))
CSS.supports ??= () => false

let isPhone = false
const { matchMedia } = window
window.matchMedia = (query) => ({
  ...matchMedia(query),
  get matches() {
    return isPhone && query.includes('max-width: 850px')
  },
})

afterEach(() => {
  endPage()
  isPhone = false
  vi.clearAllMocks()
})

const entryOf = (id: string, tokens: string) => ({
  id,
  created_at: '2026-11-20T11:17:35.000Z',
  actor_id: '1',
  actor_email: 'a@example.com',
  actor_role: 'admin',
  action: 'manual_transaction.create',
  object: 'manual_transaction',
  object_id: id,
  project_id: 'AURA',
  before: null,
  after: { tokens, wallet_address: WALLET.wallet_address },
  ip: null,
})

function open() {
  let entries = [entryOf('1', '12')]
  const api = openFaultyApi({
    'GET /features': () => ({ features: ['audit'] }),
    'GET /projects/names': () => ['AURA'],
    'GET /projects': () => [],
    'GET /audit/csv': () =>
      new Response('id,after\r\n1,12\r\n', { headers: { 'Content-Type': 'text/csv' } }),
    'GET /audit': () => ({ results: entries, page: 1, limit: 20 }),
  })
  signInHere()
  history.replaceState(null, '', '/activity')
  const show = () => showPage(ActivityPage)
  /** A write anywhere in the app, which the server adds to the log. */
  const write = () =>
    queryClient
      .getMutationCache()
      .build(queryClient, {
        mutationFn: async () => {
          entries = [entryOf(String(entries.length + 1), '34'), ...entries]
        },
        meta: { failure: 'Error' },
      })
      .execute(undefined)
  return { api, show, write }
}

test.each([
  ['a desktop', false],
  ['a phone', true],
])('in privacy mode the amounts of the log can’t be downloaded on %s', async (_where, phone) => {
  isPhone = phone
  const { api, show } = open()
  show()
  await screen.findByText('12.00')
  await act(async () => setPrivacy(true))
  fireEvent.click(await button('Download CSV'))
  expect((await button('Download CSV')).getAttribute('aria-disabled')).toBe('true')
  await screen.findByText(/Privacy mode is on/)
  expect(api.done('GET /audit/csv')).toBe(0)

  await act(async () => setPrivacy(false))
  fireEvent.click(await button('Download CSV'))
  await waitFor(() => expect(saveCsv).toHaveBeenCalledTimes(1))
  // A download adds nothing to the log.
  expect(api.done('GET /audit')).toBe(1)
})

test('the log shows a write at once, also when it is opened again afterwards', async () => {
  const { show, write } = open()
  const { unmount } = show()
  await screen.findByText('12.00')
  await act(write)
  await screen.findByText('34.00')
  unmount()
  await act(write)
  show()
  await waitFor(() => expect(screen.getAllByText('34.00')).toHaveLength(2))
})
