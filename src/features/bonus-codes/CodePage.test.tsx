import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { codeEffectQuery } from '#src/records/code-effect-query.ts'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'
import {
  CANCELLED_EFFECT,
  CODE_EFFECT,
  SCHEDULED_EFFECT,
} from '#tests/support/oracles/code-effects.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { buttons } from '#tests/support/screens/user-actions.ts'
import { CodePage } from './CodePage.tsx'

vi.mock('#src/ui/save-file.ts', () => ({ downloadCsv: vi.fn<typeof downloadCsv>() }))
CSS.supports ??= () => false

afterEach(() => {
  endPage()
  vi.clearAllMocks()
})

function open(
  effect: CodeEffect | null = CODE_EFFECT,
  features: readonly string[] = ['campaigns'],
) {
  const api = openFaultyApi({
    'GET /features': () => ({ features }),
    'GET /projects/names': () => ['AURA'],
    'GET /projects': () => [],
    ...(effect ? { 'GET /bonus-codes/AURA/7/effect': () => effect } : {}),
  })
  signInHere()
  history.replaceState(null, '', '/bonus-codes/AURA/7')
  showPage(CodePage)
  return api
}

const shows = (part: string) => waitFor(() => expect(document.body.textContent).toContain(part))
const region = (name: string) => {
  const found = [...document.querySelectorAll('section')].find(
    (each) =>
      each.getAttribute('aria-label') === name || each.querySelector('h2')?.textContent === name,
  )
  if (!found) throw new Error(`No region ${name}`)
  return found
}

test('a code shows its rules, what was sold with it, and the comparison', async () => {
  open()
  await shows('SUMMER20')
  expect(document.title).toBe('Bonus code SUMMER20 · Saleroom')
  expect(region('Bonus code').textContent).toContain('Ended')
  expect(region('Bonus code').textContent).toContain('3 of 500')
  const sold = region('With this code').textContent
  for (const part of ['of 6 in the project', '50.00% of its buyers', '$751', '1,555,174.19'])
    expect(sold).toContain(part)
  expect(sold).toContain('while it was valid')
  const table = within(region('AURA before, during and after')).getByRole('table')
  const cells = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(cells[0]).toEqual(['USD', '$1,000', '$1,500+50.00%', '$900−40.00%'])
  expect(cells[3]).toEqual(['New buyers', '2', '20.00%', '0−100.00%'])
  await waitFor(() =>
    expect(
      within(region('Sources')).getByRole('table', { name: 'Sources data' }).textContent,
    ).toContain('telegram / channel$50166.68%'),
  )
})

test('each card has its file', async () => {
  open()
  await shows('SUMMER20')
  for (const [name, file] of [
    ['Per day', 'SUMMER20-per-day.csv'],
    ['AURA before, during and after', 'SUMMER20-before-during-after.csv'],
    ['Sources', 'SUMMER20-sources.csv'],
    ['Countries', 'SUMMER20-countries.csv'],
  ] as const) {
    fireEvent.click(buttons('Download CSV', region(name))[0]!)
    expect(vi.mocked(downloadCsv)).toHaveBeenLastCalledWith(file, expect.any(String))
  }
})

test('privacy mode hides every figure and label, and refuses files', async () => {
  open()
  await shows('telegram')
  act(() => setPrivacy(true))
  await waitFor(() => expect(document.body.textContent).not.toContain('telegram'))
  expect(document.body.innerHTML).not.toMatch(/\$\d|50\.0|1,555|66\.68|Germany/)
  fireEvent.click(buttons('Download CSV', region('Sources'))[0]!)
  expect(downloadCsv).not.toHaveBeenCalled()
})

test('a code that has not begun says when it does', async () => {
  open(SCHEDULED_EFFECT)
  await shows('There is nothing to compare until the code begins.')
  expect(region('Per day').textContent).toContain('Begins')
  expect(region('Sources').textContent).toContain('No purchases with this code')
})

test('a code that was disabled before it began never began', async () => {
  open(CANCELLED_EFFECT)
  await shows('Never began, so there is nothing to compare.')
  expect(region('Per day').textContent).toContain('Never began')
  expect(document.body.textContent).not.toContain('Begins')
})

test('saved data shows what had been sold when it arrived', async () => {
  const { queryKey } = codeEffectQuery({ project_id: 'AURA', id: '7' })
  const updatedAt = Date.parse('2026-09-08T12:00:00.000Z')
  connection.isOnline = false
  open()
  act(() => void queryClient.setQueryData(queryKey, CODE_EFFECT, { updatedAt }))
  await shows(', so far')
  const table = await within(region('Per day')).findByRole('table', { name: 'Per day data' })
  expect(table.querySelectorAll('tbody tr').length).toBe(8)
})

test('a long list of sources opens and closes', async () => {
  const sources = Array.from({ length: 8 }, (_unused, index) => ({
    utm_source: `s${index}`,
    utm_medium: 'm',
    purchases: 1,
    amount: 8 - index,
  }))
  open({ ...CODE_EFFECT, sources })
  await shows('s4 / m')
  const rows = () => region('Sources').querySelectorAll('li').length
  expect(rows()).toBe(5)
  fireEvent.click(buttons('Show all', region('Sources'))[0]!)
  expect(rows()).toBe(8)
  fireEvent.click(buttons('Show fewer', region('Sources'))[0]!)
  expect(rows()).toBe(5)
})

test('a template leads to the dialog for a new code', async () => {
  open()
  await shows('SUMMER20')
  fireEvent.click(buttons('Use as template')[0]!)
  await waitFor(() => expect(location.pathname).toBe('/bonus-codes'))
  expect(new URLSearchParams(location.search).get('percentage')).toBe('20')
})

test('an unknown code is not found', async () => {
  open(null)
  expect(await screen.findByText('No such bonus code')).toBeTruthy()
})

test('an older server has no such page', async () => {
  open(CODE_EFFECT, ['search', 'wallet_page'])
  expect(await screen.findByText('This server has no page of a bonus code')).toBeTruthy()
})

test('offline a code that was not saved says so', async () => {
  connection.isOnline = false
  open()
  expect(
    await screen.findByText('You are offline, and this bonus code was not saved on this device.'),
  ).toBeTruthy()
})
