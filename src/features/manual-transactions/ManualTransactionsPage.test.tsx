import { onlineManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { announceChange } from '#src/state/live.ts'
import { pageShown } from '#src/ui/loading-order.ts'
import type { Approval } from '#src/wire/approval.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, APPROVAL, approvalActs } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { buttons, dialog, isClosed, press, pressIn } from '#tests/support/screens/user-actions.ts'
import { ManualTransactionsPage } from './ManualTransactionsPage.tsx'

stubLayout()

beforeEach(() => {
  history.replaceState(null, '', '/manual-transactions')
  pageShown()
  signInHere()
})
afterEach(() => {
  endPage()
  onlineManager.setOnline(true)
})

const APPROVE = 'POST /approvals/*'

function open(approvals: readonly Approval[], features = ['approvals', 'search', 'wallet_page']) {
  const api = openFaultyApi({
    'GET /features': () => ({ features }),
    ...approvalActs(approvals),
    ...acts(),
  })
  showPage(ManualTransactionsPage)
  return api
}

const text = () => document.body.textContent
const shows = (part: string | RegExp) => waitFor(() => expect(text()).toMatch(part))
const lacks = (part: string) => waitFor(() => expect(text()).not.toContain(part))

test('an approval names all facts again, is sent once, and moves to the decisions', async () => {
  const api = open([APPROVAL])
  await shows('Waiting for approval')
  await shows('1 request')
  expect(text()).toContain('user@saleroom.example')
  await press('Approve')
  const shown = dialog()
  expect(shown?.getAttribute('role')).toBe('alertdialog')
  expect(shown?.textContent).toContain('350,000.000000000000000001')
  for (const fact of ['Approve credit?', 'AURA', 'OTC purchase', 'user@saleroom.example'])
    expect(shown?.textContent).toContain(fact)
  expect(shown?.querySelector(`[aria-label="${APPROVAL.wallet_address}"]`)).not.toBeNull()
  const [approve] = buttons('Approve', shown ?? document)
  act(() => {
    approve?.click()
    approve?.click()
  })
  await shows('Credit approved')
  await isClosed()
  expect(api.done(APPROVE)).toBe(1)
  await lacks('Waiting for approval')
  await press('Show recent decisions')
  await shows(/Approved by a@example\.com/)
})

test('a rejection is explained when somebody else was faster, and the list is renewed', async () => {
  const api = open([APPROVAL])
  await press('Reject')
  await shows('Reject credit?')
  // Somebody else decides while the dialog is open.
  await fetch(`/v1/approvals/${APPROVAL.id}/approve`, { method: 'POST' })
  expect(api.done(APPROVE)).toBe(1)
  await pressIn('Reject')
  await shows('This request was approved')
  await isClosed()
  await lacks('Waiting for approval')
})

test('an approval that is refused while the request waits keeps the dialog', async () => {
  open([APPROVAL])
  await press('Approve')
  const message = 'user@saleroom.example may no longer credit tokens in this project'
  openFaultyApi({
    ...approvalActs([APPROVAL]),
    [APPROVE]: () => Response.json({ code: 409, message }, { status: 409 }),
    ...acts(),
  })
  await pressIn('Approve')
  await shows(message)
  expect(dialog()?.textContent).toContain('Approve credit?')
  expect(text()).toContain('1 request')
})

test('a request that is gone is explained', async () => {
  open([APPROVAL])
  await press('Approve')
  openFaultyApi({ ...approvalActs([]), ...acts() })
  await pressIn('Approve')
  await shows('This request no longer exists, or you have no access to it.')
  await isClosed()
  expect(text()).not.toContain('Credit approved')
  await lacks('Waiting for approval')
})

test('an approval without an answer leaves the dialog, and can be sent again', async () => {
  const api = open([APPROVAL])
  await press('Approve')
  api.break(APPROVE, '500')
  await pressIn('Approve')
  await shows('Internal server error')
  expect(dialog()).not.toBeNull()
  api.mend()
  await pressIn('Approve')
  await shows('Credit approved')
})

test('one’s own request can only be cancelled', async () => {
  open([{ ...APPROVAL, is_own: 1 }])
  await press('Cancel request')
  expect(buttons('Approve')).toHaveLength(0)
  expect(buttons('Reject')).toHaveLength(0)
  await shows('Cancel request?')
  await pressIn('Cancel request')
  await shows('Request cancelled')
  await press('Show recent decisions')
  await shows('Cancelled by a@example.com')
})

test('a server without approvals, and one without requests, show the list alone', async () => {
  const api = open([APPROVAL], ['search'])
  await shows('No transactions found')
  expect(text()).not.toContain('Waiting for approval')
  expect(api.done('GET /approvals')).toBe(0)
})

test('requests that could not be loaded are loaded again, and the list stays', async () => {
  const api = openFaultyApi({
    'GET /features': () => ({ features: ['approvals'] }),
    ...approvalActs([APPROVAL]),
    ...acts(),
  })
  api.break('GET /approvals', '429')
  showPage(ManualTransactionsPage)
  await shows('Requests did not load')
  expect(text()).toContain('No transactions found')
  api.mend()
  await press('Try again')
  await shows('1 request')
})

test('privacy mode masks the amounts, also in the dialog and in the decisions', async () => {
  setPrivacy(true)
  open([APPROVAL, { ...APPROVAL, id: '11', state: 'rejected', decided_by: 'b@c.example' }])
  await press('Show recent decisions')
  await shows('Rejected by b@c.example')
  await press('Approve')
  await shows('Privacy mode hides the amount.')
  expect(document.body.innerHTML).not.toMatch(/350,?000/)
})

test('offline the saved requests show their age, and nothing can be decided', async () => {
  const api = open([APPROVAL])
  await shows('1 request')
  act(() => {
    connection.isOnline = false
    onlineManager.setOnline(false)
  })
  await shows(/1 request, as of \d\d:\d\d/)
  await press('Approve')
  expect(dialog()).toBeNull()
  expect(api.done(APPROVE)).toBe(0)
})

test('more requests than a page of the server are all listed, and a credit renews them', async () => {
  const many = Array.from({ length: 101 }, (_unused, at) => ({ ...APPROVAL, id: String(200 - at) }))
  const api = open(many)
  await shows('101 requests')
  const before = api.done('GET /approvals')
  act(() => announceChange({ project_id: 'AURA', kinds: ['manual_transactions'], at: '' }))
  await waitFor(() => expect(api.done('GET /approvals')).toBeGreaterThan(before))
})
