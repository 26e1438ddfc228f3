import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveCsv } from '#src/ui/save-file.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, LEAD } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { buttons, dialog, isOpen, press, pressIn } from '#tests/support/screens/user-actions.ts'
import { LeadsPage } from './LeadsPage.tsx'

vi.mock('#src/ui/save-file.ts', () => ({ saveCsv: vi.fn<typeof saveCsv>() }))
stubLayout()

let isPhone = false
const { matchMedia } = window
window.matchMedia = (query) => ({
  ...matchMedia(query),
  get matches() {
    return isPhone && query.includes('max-width: 850px')
  },
})

const verified = { ...LEAD, id: '2', email: 'b@buyer.example', is_email_verified: 1, mobile: '+49' }

function open(others: Acts = {}) {
  openFaultyApi({
    ...acts(),
    'GET /leads': () => ({ results: [verified, LEAD], page: 1, limit: 20 }),
    ...others,
  })
  showPage(LeadsPage)
}

beforeEach(() => {
  isPhone = false
  vi.mocked(saveCsv).mockClear()
  history.replaceState(null, '', '/leads')
  signInHere()
})
afterEach(endPage)

it.each([
  ['a row', false],
  ['a card of a phone', true],
])('a lead shows None and Unverified for what is missing, in %s', async (_what, isOnPhone) => {
  isPhone = isOnPhone
  open()
  await screen.findByText(LEAD.email)
  const records = [...document.querySelectorAll(isOnPhone ? 'article' : '[data-row]')]
  const texts = records.map((record) => record.textContent)
  expect(texts).toHaveLength(2)
  for (const part of ['b@buyer.example', '+49', 'Verified']) expect(texts[0]).toContain(part)
  for (const part of ['lead@buyer.example', 'Unverified']) expect(texts[1]).toContain(part)
  expect(texts[0]).not.toContain('Unverified')
  // Neither has a wallet, and the second has no mobile number.
  expect(texts.map((text) => text?.match(/None/g)?.length)).toEqual([1, 2])
})

it('fields are left out of the file, and an export without any is not offered', async () => {
  open()
  await press('Export')
  await waitFor(isOpen)
  const toggle = (name: string) => {
    const box = dialog()?.querySelector(`[role=checkbox][aria-label="${name}"]`)
    fireEvent.click(box ?? document.body)
  }
  const first = () => dialog()?.querySelector('code')?.textContent
  const isOffered = () =>
    buttons('Export', dialog() ?? document)[0]?.getAttribute('aria-disabled') !== 'true'
  expect(first()).toBe('email,mobile')
  toggle('Mobile')
  await waitFor(() => expect(first()).toBe('email'))
  expect(isOffered()).toBe(true)
  toggle('Email')
  await waitFor(() => expect(first()).toBe(''))
  expect(isOffered()).toBe(false)
})

it.each<[string, () => Response, string]>([
  [
    'an error of the server',
    () => Response.json({ code: 500, message: 'Internal server error' }, { status: 500 }),
    'Internal server error',
  ],
  [
    'the page of a proxy',
    () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    'Error export csv',
  ],
])('an export that gets %s says so and downloads nothing', async (_what, answer, message) => {
  open({ 'GET /leads/csv': answer })
  await press('Export')
  await pressIn('Export')
  await screen.findByText(message)
  isOpen()
  expect(saveCsv).not.toHaveBeenCalled()
})
