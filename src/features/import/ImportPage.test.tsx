import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import type { Import, ImportRefusal } from '#src/wire/imports.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button } from '#tests/support/screens/user-actions.ts'
import { ImportPage } from './ImportPage.tsx'

stubLayout()

beforeEach(() => {
  history.replaceState(null, '', '/import?project=AURA')
  signInHere()
})
afterEach(endPage)

it('offline nothing is uploaded, and the reason is given', async () => {
  const api = openFaultyApi({
    'GET /projects/names': () => ['AURA'],
    'GET /projects': () => [],
    'GET /imports': () => [],
    'POST /imports': () => undefined,
  })
  showPage(ImportPage)
  await button('Choose a file')
  act(() => {
    connection.isOnline = false
  })
  const choose = await button('Choose a file')
  expect(choose.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(choose)
  await screen.findAllByText('You are offline. Nothing was sent.')
  const before = document.body.textContent
  const files = [new File(['a,b\n1,2'], 'a.csv', { type: 'text/csv' })]
  const area = choose.closest('div')
  if (area) fireEvent.drop(area, { dataTransfer: { files } })
  await act(async () => undefined)
  expect(document.body.textContent).toBe(before)
  expect(api.done('POST /imports')).toBe(0)
})

const CHECKED: Import = {
  id: '7',
  project_id: 'AURA',
  kind: 'transaction',
  name: 'old-sales.csv',
  state: 'checked',
  bytes: 1200,
  sha256: 'a'.repeat(64),
  missing: [],
  delimiter: ',',
  header: ['wallet', 'usd'],
  sample: [['0xa1', '1284000']],
  columns: ['wallet_address', 'payment_usd_amount'],
  readings: [],
  total_rows: 1312,
  rows: 1312,
  taken: 1310,
  repeated: 0,
  refused: 2,
  usd: '500.25',
  refusals: [],
  position: 1200,
  begins_at: null,
  error: null,
  created_at: '2026-11-20T12:00:00.000Z',
  started_at: '2026-11-20T12:00:00.000Z',
  ended_at: '2026-11-20T12:00:02.000Z',
}
const warning = (line: number, count: number, reason: string): ImportRefusal => ({
  line,
  column: 'usd',
  value: '1284000',
  reason,
  count,
})

async function openChecked(warnings: ImportRefusal[] | undefined) {
  history.replaceState(null, '', '/import?project=AURA&import=7')
  openFaultyApi({
    'GET /projects/names': () => ['AURA'],
    'GET /projects': () => [],
    'GET /imports/7': () => ({ ...CHECKED, warnings }),
  })
  showPage(ImportPage)
  await screen.findByRole('status', { name: 'Dry run' })
}

it.each([
  ['none', []],
  ['none, of a server without stages', undefined],
])('a dry run with %s has no box of warnings', async (_which, warnings) => {
  await openChecked(warnings)
  expect(document.body.textContent).not.toContain('worth a look')
  expect(screen.queryByRole('list', { name: 'Rows with a warning' })).toBeNull()
})

it('one row with a warning is one row', async () => {
  await openChecked([warning(2, 1, 'Far from the price')])
  expect(await screen.findByText('1 row is taken, and worth a look.')).toBeTruthy()
})

it('warnings of a dry run have their rows in all, and the first line of each', async () => {
  await openChecked([
    warning(4, 1200, 'Is far from the price of Stage 5'),
    warning(1301, 2, 'Is far from the price of Seed'),
  ])
  await screen.findByText('1,202 rows are taken, and worth a look.')
  const rows = () =>
    screen
      .getAllByRole('listitem')
      .filter((item) => item.closest('[aria-label="Rows with a warning"]'))
      .map((item) => [...item.children].map(({ textContent }) => textContent))
  expect(rows()).toEqual([
    ['Line 4', 'usd', '“1284000”: Is far from the price of Stage 5', '1,200 rows'],
    ['Line 1,301', 'usd', '“1284000”: Is far from the price of Seed', '2 rows'],
  ])
  await act(async () => setPrivacy(true))
  expect(rows().flat().join(' ')).not.toContain('1284000')
})
