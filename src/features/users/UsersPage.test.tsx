import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { openScreenApp, type ScreenApp } from '#tests/support/screens/screen-app.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button, dialog, field, press, pressIn, type } from '#tests/support/screens/user-actions.ts'
import { UsersPage } from './UsersPage.tsx'

stubLayout()

let app: ScreenApp
beforeAll(async () => {
  app = await openScreenApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.serve('client')
  history.replaceState(null, '', `/users?walletAddress=${app.own.wallet}`)
  showPage(UsersPage)
})
afterEach(() => {
  endPage()
  history.replaceState(null, '', '/')
})

const shows = (part: string) => waitFor(() => expect(document.body.textContent).toContain(part))

test('a credit says what is wrong with it, and nothing is stored', async () => {
  const credits = `/manual-transactions?projects=OWN&wallet_address=${app.own.wallet}`
  const stored = () => app.call('GET', credits)
  const before = await stored()
  await press('Add Tokens')
  await pressIn('Add Tokens')
  await shows('Enter an amount')
  await shows('Must be at least 4 characters')
  await type('Tokens', '-1')
  await shows('Must be greater than or equal to 0')
  await type('Reason', 'four')
  await pressIn('Add Tokens')
  await shows('Must be greater than or equal to 0')
  expect(dialog()).not.toBeNull()
  expect(await stored()).toEqual(before)
})

const PAYOUT = 'Referral payout percentage'
const SPEND = 'Minimum referral spend'
const isOffered = async (label: string) =>
  !(await button(`Save ${label}`)).matches('[disabled], [aria-disabled=true]')
const untilSaved = (label: string) =>
  waitFor(async () => expect(await isOffered(label)).toBe(false))

test('a referral override is clamped, refused in words, stored and cleared', async () => {
  const stored = async () => {
    const path = `/wallets?projects=OWN&walletAddress=${app.own.wallet}`
    const { results } = await app.call<{
      results: { min_referral_spend: unknown; referral_payout_percentage: unknown }[]
    }>('GET', path)
    return [results[0]?.min_referral_spend, results[0]?.referral_payout_percentage]
  }
  await press('Show details')
  await type(PAYOUT, '250')
  expect((await field(PAYOUT)).value).toBe('100')
  await type(PAYOUT, 'abc')
  await press(`Save ${PAYOUT}`)
  await shows('Invalid number')
  await type(PAYOUT, '7.25')
  await press(`Save ${PAYOUT}`)
  await shows('Successfully update')
  await untilSaved(PAYOUT)
  await type(SPEND, '250.50')
  const spend = await field(SPEND)
  fireEvent.submit(spend.form ?? spend)
  await waitFor(async () => expect((await field(SPEND)).value).toBe('250.5'))
  await untilSaved(SPEND)
  expect(await stored()).toEqual([250.5, 7.25])

  cleanup()
  showPage(UsersPage)
  await press('Show details')
  expect([(await field(SPEND)).value, (await field(PAYOUT)).value]).toEqual(['250.5', '7.25'])
  for (const label of [SPEND, PAYOUT]) {
    await type(label, '')
    await press(`Save ${label}`)
    await untilSaved(label)
    expect((await field(label)).placeholder).toBe('Default')
  }
  expect(await stored()).toEqual([null, null])
})

test('offline, Add Tokens says why it is unavailable, and opens nothing', async () => {
  const add = await button('Add Tokens')
  act(() => void (connection.isOnline = false))
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'))
  fireEvent.click(add)
  await shows('You are offline. Nothing was sent.')
  expect(dialog()).toBeNull()
  act(() => void (connection.isOnline = true))
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull())
})
