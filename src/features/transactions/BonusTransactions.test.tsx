import { onlineManager, QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { BonusCards } from './BonusCards.tsx'
import { BonusTransactions } from './BonusTransactions.tsx'

afterEach(() => {
  connection.isOnline = true
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

test('offline, bonuses that are not cached show an error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  connection.isOnline = false
  onlineManager.setOnline(false)
  renderInApp(
    <BonusTransactions
      dropped={() => null}
      transaction={{
        id: '7',
        project_id: 'AURA',
        stage_name: null,
        wallet_address: `0x${'ab'.repeat(20)}`,
        transaction_hash: null,
        type: 'blockchain',
        payment_token_name: 'ETH',
        payment_token_amount: '1',
        payment_usd_amount: '3000',
        tokens_bought: null,
        status: 'completed',
        created_at: '2026-11-20T10:00:00.000Z',
      }}
    />,
  )
  await screen.findByText('You are offline, and they were not saved on this device.')
  expect(screen.queryByRole('status', { name: 'Loading bonus transactions' })).toBeNull()
})

test('on a phone each bonus names its wallet', () => {
  const bonus = (id: string, digit: string) => ({
    id,
    transaction_id: '7',
    bonus_code_id: null,
    wallet_address: `0x${digit.repeat(40)}`,
    type: 'referrer',
    identifier: 'KESTREL',
    bonus_token_amount: '5',
  })
  const rows = [bonus('1', 'a'), bonus('2', 'b')]
  renderInApp(<BonusCards rows={rows} total="10" projectId="AURA" isMasked={false} />, {
    client: new QueryClient(),
  })
  const bonuses = screen.getAllByRole('listitem').map((each) => each.textContent)
  expect(bonuses[0]).toContain('0xaaaaaaaa…aaaa')
  expect(bonuses[1]).toContain('0xbbbbbbbb…bbbb')
})
