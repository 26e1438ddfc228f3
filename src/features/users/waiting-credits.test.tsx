import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { credits, creditTarget } from '#src/credits/credit-form.ts'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { CREDIT_CALL, recordActs } from '#tests/support/oracles/record-rows.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { APPROVAL, approvalActs, WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { isClosed, press, pressIn, type } from '#tests/support/screens/user-actions.ts'
import { WalletPage } from './WalletPage.tsx'

stubLayout()

afterEach(endPage)

function open(acts: Acts) {
  const api = openFaultyApi(acts)
  signInHere()
  history.replaceState(null, '', `/users/AURA/${WALLET.wallet_address}`)
  showPage(WalletPage)
  return api
}

const text = () => document.body.textContent
const shows = (part: string | RegExp) => waitFor(() => expect(text()).toMatch(part))
/** A region by its title. */
const region = (title: string) =>
  [...document.querySelectorAll('section')].find(
    (each) => each.querySelector('h2')?.textContent === title,
  )

/** A wallet whose credits wait for a second person. */
function openWaiting() {
  const approvals = approvalActs([])
  const waiting = { ...APPROVAL, is_own: 1 } as const
  let isRequested = false
  return open({
    ...approvals,
    'GET /approvals': (arrival) =>
      isRequested ? approvalActs([waiting])['GET /approvals']?.(arrival) : { ...NO_ROWS },
    [CREDIT_CALL]: () => {
      isRequested = true
      return Response.json({ approval: waiting }, { status: 202 })
    },
    ...withoutCredit(recordActs({ features: ['search', 'wallet_page', 'approvals'] })),
  })
}
const NO_ROWS = { results: [], page: 1, limit: 100 }
function withoutCredit({ [CREDIT_CALL]: _replaced, ...others }: Acts): Acts {
  return others
}

async function credit(tokens: string) {
  await press('Add Tokens')
  await type('Tokens', tokens)
  await type('Reason', 'OTC purchase')
  await pressIn('Add Tokens')
}

test('a credit that waits for approval says so, adds nothing to the totals, and is listed', async () => {
  openWaiting()
  await shows('Transaction 48,197')
  const total = region('Total tokens')?.textContent
  await credit('350,000.000000000000000001')
  await shows('Waits for approval: a second person has to approve 350,000.000000000000000001 AURA.')
  await isClosed()
  await shows('1 request')
  expect(text()).not.toContain('Successfully added tokens')
  expect(region('Total tokens')?.textContent).toBe(total)
  expect(region('Waiting for approval')?.textContent).toContain('Cancel request')
})

test('in privacy mode the text of a credit that waits has no amount', async () => {
  setPrivacy(true)
  openWaiting()
  await credit('350,000')
  await shows('Waits for approval: a second person has to approve this credit.')
  await isClosed()
  await shows('1 request')
  expect(document.body.innerHTML).not.toMatch(/350,?000/)
})

test('a waiting credit whose response was lost is checked with its key, and requested once', async () => {
  const api = openWaiting()
  await shows('Transaction 48,197')
  api.break(CREDIT_CALL, 'an answer lost on the way')
  await credit('350,000')
  await shows('Check again, or look in')
  await waitFor(() => expect(connection.isOnline).toBe(true))
  api.mend()
  await pressIn('Check again')
  await shows('Waits for approval')
  await isClosed()
  expect(api.done(CREDIT_CALL)).toBe(1)
  expect(credits.read(creditTarget(WALLET))).toBeUndefined()
})
