import { QueryClient } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { enterSession, leaveSession } from '#src/state/session.ts'
import { FEATURES } from '#src/wire/features.ts'
import { proofOf } from '#tests/support/calls/proofs.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { Address } from './Address.tsx'
import { ProofMark, ProofWords } from './ProofMark.tsx'
import { RecordLink } from './RecordLink.tsx'
import { StatusLabel } from './StatusLabel.tsx'
import { TokenAmount } from './TokenAmount.tsx'

const WALLET = `0x${'a'.repeat(40)}`

afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

function show(role: string, features: readonly string[]) {
  vi.stubGlobal('fetch', async () => Response.json({ features }))
  signInHere()
  enterSession({ ...SCREEN_USER, role })
  renderInApp(
    <>
      <Address value={WALLET} what="wallet address" of={{ kind: 'wallet', projectId: 'A B' }} />
      <RecordLink kind="lead" projectId="A B" id="7">
        x@example.org
      </RecordLink>
      <RecordLink kind="bonus_code" projectId="A B" id="3">
        VIP
      </RecordLink>
      <RecordLink kind="project" projectId="A B" id="A B">
        A B
      </RecordLink>
    </>,
    { client: new QueryClient() },
  )
}
const links = () =>
  screen
    .queryAllByRole('link')
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])
const LEAD = ['x@example.org', '/leads?project=A+B&id=7']
const CODE = ['VIP', '/bonus-codes/A%20B/3']
const PROJECT = ['A B', '/project-settings?project=A+B']

test('a shortened address is a link named by the whole address, beside its copy button', async () => {
  show('client', FEATURES)
  await until(() =>
    expect(links()).toEqual([[WALLET, `/users/A%20B/${WALLET}`], LEAD, CODE, PROJECT]),
  )
  expect(screen.getByRole('link', { name: WALLET }).textContent).toBe('0xaaaaaaaa…aaaa')
  expect(screen.getByRole('button', { name: 'Copy wallet address' })).toBeTruthy()
})

test('without the page of a code on the server, its name is plain text', async () => {
  show('admin', ['search'])
  await until(() => expect(links()).toEqual([LEAD, PROJECT]))
})

test('what a role may not see is plain text', async () => {
  show('marketing', FEATURES)
  await until(() => expect(links()).toEqual([LEAD, PROJECT]))
  expect(screen.getByText('0xaaaaaaaa…aaaa').getAttribute('title')).toBe(WALLET)
})

test('without the pages of records on the server, only projects are links', () => {
  show('admin', [])
  expect(links()).toEqual([PROJECT])
})

test('an unknown status is shown in capitals', () => {
  render(<StatusLabel status="on_hold" />)
  expect(screen.getByText('ON_HOLD')).toBeTruthy()
})

test('the smallest credit shows its amount, and is masked like every other', () => {
  const amount = '0.000000000000000001'
  const { container, rerender } = render(
    <TokenAmount amount={amount} unit="AURA" isMasked={false} />,
  )
  expect(container.textContent).toBe(`${amount}\u00a0AURA`)
  rerender(<TokenAmount amount={amount} unit="AURA" isMasked />)
  expect(container.textContent).not.toContain('0.0')
})

test('the mark of a proof is named by it, and has its words beside it on a card', () => {
  const waiting = proofOf({ state: 'waiting', confirmations: 3 })
  const { container, rerender } = render(<ProofMark proof={waiting} />)
  expect(screen.getByRole('img', { name: 'Waiting, 3 of 12 confirmations' })).toBeTruthy()
  rerender(<ProofMark proof={null} />)
  expect(container.innerHTML).toBe('')
  rerender(<ProofWords proof={waiting} />)
  expect(container.textContent).toBe('3 of 12 confirmations')
})
