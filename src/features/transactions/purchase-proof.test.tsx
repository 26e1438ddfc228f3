import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { NOT_CHECKABLE, proofOf } from '#tests/support/calls/proofs.ts'
import { recordActs } from '#tests/support/oracles/record-rows.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import { TransactionPage } from './TransactionPage.tsx'

const FEATURES = ['search', 'wallet_page', 'chain', 'administration']

CSS.supports ??= () => false

afterEach(endPage)

const proofPanel = () => screen.findByRole('region', { name: 'Proof' })
const CHAIN = {
  chain_id: 1,
  name: 'Ethereum',
  rpc_host: 'node.example',
  explorer_url: null,
  confirmations: 12,
  receivers: [`0x${'7c'.repeat(20)}`, `0x${'7d'.repeat(20)}`],
  tokens: [],
  from_block: 0,
  state: 'ok',
  head_block: 1,
  scanned_block: 1,
  error: null,
  checked_at: null,
  head_at: null,
  failing_since: null,
  next_try_at: null,
}
const CHAIN_ACTS: Acts = {
  'GET /features': () => ({ features: FEATURES }),
  'GET /projects/AURA/chains': () => [CHAIN],
}

const text = () => document.body.textContent
const shows = (part: string) => waitFor(() => expect(text()).toContain(part))

/** The page of a completed purchase, with some of it changed. */
function open(purchase: object) {
  const completed = { status: 'completed', status_reason: null, ...purchase }
  // The first of the handlers that match responds.
  openFaultyApi({ ...CHAIN_ACTS, ...recordActs({ purchase: completed }), ...CHAIN_ACTS })
  connection.isOnline = true
  signInHere()
  history.replaceState(null, '', '/transactions/AURA/48197')
  renderInApp(<TransactionPage />)
}

test('a purchase that differs from the chain stands beside what the chain has', async () => {
  const proof = proofOf({ state: 'differs', reason: 'too_little', amount: '0.225' })
  open({ proof })
  const panel = await proofPanel()
  await shows(
    'The chain shows another amount than this purchase. It counts in the figures and in allocations until its status changes.',
  )
  await waitFor(() => expect(panel.textContent).toContain('One of 2 receivers'))
  const table = within(panel).getByRole('table', { name: 'Purchase and chain' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual([
    'Field',
    'Amount',
    'Receiver',
    'Payer',
    'Result',
  ])
  expect(table.querySelectorAll('.off')).toHaveLength(1)
  expect(rows[1]?.lastElementChild?.className).toBe('off')
  expect(rows[1]?.lastElementChild?.textContent).toBe('0.2250 ETH')
  expect(rows[3]?.textContent).toContain('Another address')
  expect(rows[4]?.textContent).toBe('ResultCompletedSucceeded')
  expect(panel.textContent).toContain('283, 12 needed')
  const explorer = within(panel).getByRole('link', { name: 'Open in explorer' })
  expect(explorer.getAttribute('href')).toBe(proof.explorer_url)
  expect(explorer.getAttribute('rel')).toBe('noreferrer')
  act(() => setPrivacy(true))
  await waitFor(() => expect(panel.textContent).not.toContain('0.2250'))
})

test('a proven purchase has its payment in a list, and says whose address paid', async () => {
  open({ proof: proofOf() })
  const panel = await proofPanel()
  expect(panel.textContent).toContain('1.0000 ETH reached your receiver. Another address')
  expect(within(panel).queryByRole('table')).toBeNull()
  expect([...panel.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
    'Amount',
    'Payer',
    'Chain',
    'Block',
    'Confirmations',
    'Checked',
  ])
  expect(text()).not.toContain('The chain shows')
})

test('what no chain can check says why, and leads an admin to Connections', async () => {
  open({ proof: NOT_CHECKABLE, payment_token_name: 'SOL' })
  const panel = await proofPanel()
  expect(panel.textContent).toContain('No connected chain has the payment token SOL.')
  const link = await within(panel).findByRole('link', { name: 'Connections' })
  expect(link.getAttribute('href')).toBe('/connections?project=AURA')
  expect(within(panel).queryByRole('link', { name: 'Open in explorer' })).toBeNull()
})

test('without a proof there is no panel', async () => {
  open({ proof: null })
  await shows('Status history')
  expect(screen.queryByRole('region', { name: 'Proof' })).toBeNull()
})
