import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { applyUrl, refresh, setPrivacy } from '#src/state/filters.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { chainSummaryOf } from '#tests/support/calls/proofs.ts'
import { settlementOf, statementActs } from '#tests/support/calls/settlements.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button, buttons, dialog, isClosed, press } from '#tests/support/screens/user-actions.ts'
import { SettlementPage } from './SettlementPage.tsx'

vi.mock('#src/ui/save-file.ts', () => ({ downloadCsv: vi.fn<typeof downloadCsv>() }))
CSS.supports ??= () => false

afterEach(() => {
  endPage()
  vi.useRealTimers()
  vi.clearAllMocks()
})

const PROJECT = { created_at: '2026-01-05T10:00:00.000Z' }

/** A server with two projects, which saves statements of `figures` as they are at that time. */
function open(
  search = '?project=AURA&period=custom&from=2026-10-01&to=2026-10-31',
  names = ['AURA', 'NOVA'],
) {
  const now = {
    figures: settlementOf(),
    proofs: chainSummaryOf({ is_connected: false }),
    names,
    savedOn: '2026-11-20',
    hasFigures: true,
  }
  const saved: Statement[] = []
  const queries: URLSearchParams[] = []
  const api = openFaultyApi({
    'GET /features': () => ({ features: ['settlement', 'chain'] }),
    'GET /projects/names': () => now.names,
    'GET /projects': () =>
      now.names.map((id) => ({ ...PROJECT, id, created_at: PROJECT.created_at })),
    'GET /settlement/summary': ({ query }) => {
      queries.push(query)
      return now.hasFigures ? { [query.get('projects') ?? '']: now.figures } : {}
    },
    'GET /chain/summary': ({ query }) => ({ [query.get('projects') ?? '']: now.proofs }),
    ...statementActs(saved, now),
  })
  signInHere()
  history.replaceState(null, '', `/settlement${search}`)
  act(() => applyUrl())
  showPage(SettlementPage)
  return { api, now, saved, queries }
}

/** The lines of a table as text: "Fees 2.5% of completed purchases −$25.00". */
async function linesOf(name: string): Promise<string[]> {
  const table = await waitFor(() => {
    const found = document.querySelector<HTMLTableElement>(`table[aria-label="${name}"]`)
    if (found === null) throw new Error(`No table ${name}`)
    return found
  })
  return [...(table.tBodies[0]?.rows ?? [])].map((row) =>
    [...row.cells]
      .map((cell) => cell.textContent.replace(/^(Amount|Purchases)/, '').trim())
      .filter((text) => text !== '')
      .join(' | '),
  )
}

const hrefOf = (line: string) =>
  document.querySelector(`a[aria-label="Show the rows of ${line}"]`)?.getAttribute('href') ?? null

test('what the chains say of the purchases stands under their total, and leads to the rows', async () => {
  const { now, api } = open()
  await waitFor(() => expect(api.done('GET /chain/summary')).toBe(1))
  expect(screen.queryByRole('group', { name: 'Proven on chain' })).toBeNull()
  now.proofs = chainSummaryOf()
  act(() => refresh())
  const group = await screen.findByRole('group', { name: 'Proven on chain' })
  expect(group.textContent).toBe(
    'Proven on chain$900.013,405 purchasesWaiting$40.0018 purchasesDiffers$50.007 purchasesNot checkable$10.00462 purchases4 payments without a purchase',
  )
  const sameRange = hrefOf('ETH')?.replace('payment_token=ETH', 'proof=differs')
  expect(hrefOf('Differs')).toBe(sameRange)
  act(() => setPrivacy(true))
  await waitFor(() => expect(group.textContent).not.toMatch(/\d/))
})

test('a project’s purchases, where they went, and what is no part of the sum', async () => {
  const { queries } = open()
  expect(await linesOf('Completed purchases')).toEqual([
    'ETH | 0.1797 | 3 | $542.03',
    'USDT | 457.97 | 2 | $457.97',
    'Total | 5 | $1,000.00',
  ])
  expect(await linesOf('Where it went')).toEqual([
    'Completed purchases | $1,000.00',
    'Fees 2.5% of completed purchases | −$25.00',
    'Liquidity 20% after fees | −$195.00',
    'Referral payouts 1 payout, before gas | −$30.00',
    'Rounding each line is rounded once | $0.00',
    'Remaining | $750.00',
  ])
  expect(await linesOf('For information')).toEqual([
    'Refunded later 1 purchase | $12.50',
    'Bonuses given 1,912 bonuses | 1,482,110.25\u00a0AURA',
  ])
  expect(screen.getByTitle('0.179659600000000001')).toBeDefined()
  const [query] = queries
  const days =
    (Date.parse(query?.get('end_date') ?? '') - Date.parse(query?.get('start_date') ?? '')) /
    86_400_000
  expect(Math.round(days)).toBe(31)
  expect(query?.getAll('projects')).toEqual(['AURA'])
})

test('a line leads to exactly its purchases or to the terms, and keeps the period', async () => {
  const { queries } = open()
  await linesOf('Where it went')
  const [query] = queries
  const shownAt = new URLSearchParams({
    start_date: query?.get('start_date') ?? '',
    end_date: query?.get('end_date') ?? '',
  })
  const kept = `${shownAt}&projects=AURA&period=custom&from=2026-10-01&to=2026-10-31`
  expect(hrefOf('ETH')).toBe(`/transactions?status=completed&voided=0&payment_token=ETH&${kept}`)
  expect(hrefOf('Completed purchases')).toBe(`/transactions?status=completed&voided=0&${kept}`)
  expect(hrefOf('Refunded later')).toBe(`/transactions?status=refunded&voided=0&${kept}`)
  expect(hrefOf('Fees')).toBe('/project-settings?project=AURA')
  expect(hrefOf('Remaining')).toBeNull()
  // Their list would have purchases without a bonus too.
  expect(hrefOf('Bonuses given')).toBeNull()
})

test('a line closes payment tokens that do not add up to the total', async () => {
  const { now } = open()
  now.figures = settlementOf({ gross_usd: '1000.01' })
  expect(await linesOf('Completed purchases')).toContain(
    'Rounding each line is rounded once | $0.01',
  )
})

test('a statement is saved once, and shows what has changed since', async () => {
  const { api, now, saved } = open()
  await linesOf('Where it went')
  api.break('POST /settlement/statements', 'an answer lost on the way')
  await press('Save statement')
  await screen.findByText(/may not be saved. Check the saved statements before you save it again/)
  api.mend()
  await press('Save statement')
  await screen.findByText('Statement saved')
  expect(saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ project_id: 'AURA' })
  await screen.findByText(/Statement 1 of this period was saved on Nov 20/)
  await screen.findByText(/Nothing has changed since/)

  now.figures = settlementOf({ purchases: 8, gross_usd: '10412.00', remaining_usd: '10162.00' })
  await act(async () => refresh())
  await screen.findByText(/Since then: 3 purchases more; completed purchases \+\$9,412.00/)
  await press('Show the difference')
  expect(await linesOf('Difference')).toContain(
    'Remaining | Then$750.00 | Now$10,162.00 | Difference+$9,412.00',
  )
})

test('the page shows the figures that were saved, although it had older ones', async () => {
  const { now } = open()
  await linesOf('Where it went')
  now.figures = settlementOf({ purchases: 6, gross_usd: '1100.00', remaining_usd: '850.00' })
  await press('Save statement')
  await screen.findByText(/Nothing has changed since/)
  expect(await linesOf('Where it went')).toContain('Remaining | $850.00')
})

test('a statement that is newer than the figures on screen is not compared with them', async () => {
  const { now } = open()
  await linesOf('Where it went')
  // As by a server whose clock is ahead.
  now.savedOn = '2999-11-20'
  await press('Save statement')
  const { parentElement: notice } = await screen.findByText(/Statement 1 of this period was saved/)
  now.figures = settlementOf({ purchases: 4, gross_usd: '900.00' })
  await act(async () => refresh())
  await waitFor(async () =>
    expect(await linesOf('Completed purchases')).toContain('Total | 4 | $900.00'),
  )
  expect(notice?.textContent).toMatch(/^Statement 1 of this period was saved on [^.]*\.\s*$/)
})

test('a project named as a property of every object is one like others', async () => {
  const search = '?project=toString&period=custom&from=2026-10-01&to=2026-10-31'
  const { now } = open(search, ['toString'])
  expect(await linesOf('Where it went')).toContain('Remaining | $750.00')
  // The server may have no figures of it.
  now.hasFigures = false
  await act(async () => refresh())
  await screen.findByText('Could not refresh these figures.')
})

test('of several statements of a period the newest is above the figures, and the others below', async () => {
  const { now, saved } = open()
  await linesOf('Where it went')
  await press('Save statement')
  await screen.findByText(/Statement 1 of this period/)
  expect(screen.queryByText('Saved statements')).toBeNull()
  now.figures = settlementOf({ purchases: 6, gross_usd: '1100.00' })
  await press('Save statement')
  await waitFor(() => expect(saved).toHaveLength(2))
  await screen.findByText(/Statement 2 of this period/)
  await screen.findByText('Statement 1, Oct 1 – Oct 31, 2026')
  expect(screen.queryByText('Statement 2, Oct 1 – Oct 31, 2026')).toBeNull()
  fireEvent.click(buttons('Show the difference')[1] ?? document.body)
  expect(dialog()?.textContent).toContain('Difference: Statement 1, Oct 1 – Oct 31, 2026')
  expect(await linesOf('Difference')).toContain(
    'Completed purchases | Then$1,000.00 | Now$1,100.00 | Difference+$100.00',
  )
})

test('a period that is not over is saved after a question', async () => {
  const { saved } = open('?project=AURA&period=custom&from=2026-11-01&to=2999-11-30')
  await linesOf('Where it went')
  await press('Save statement')
  expect(dialog()?.textContent).toContain('The period ends with Nov 30, 2999.')
  await press('Cancel')
  await isClosed()
  expect(saved).toHaveLength(0)
  await press('Save statement')
  await press('Save so far')
  await isClosed()
  expect(saved).toHaveLength(1)
  await screen.findByText(/Statement 1 of this period was saved/)
})

test('a statement is printed and downloaded as it was saved, and the page as it is now', async () => {
  const { now } = open()
  const paper: string[] = []
  vi.stubGlobal('print', () => {
    const parts = [...document.querySelectorAll('.print-only')].filter(
      (part) => part.closest('.screen-only') === null,
    )
    paper.push(parts.map((part) => part.textContent).join(' '))
  })
  await linesOf('Where it went')
  await press('Save statement')
  await screen.findByText(/Statement 1 of this period was saved/)
  now.figures = settlementOf({ purchases: 6, gross_usd: '1100.00', remaining_usd: '850.00' })
  await act(async () => refresh())
  await press('Print statement 1')
  expect(paper[0]).toMatch(/^AURA\. Statement 1, Oct 1 – Oct 31, 2026, .* by b@example\.com\./)
  expect(paper[0]).toContain('Figures as saved on Nov 20, 2026')
  expect(paper[0]).toContain('Remaining$750.00')
  expect(paper[0]).not.toContain('850.00')
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(await linesOf('Where it went')).toContain('Remaining | $850.00')
  await press('Print')
  expect(paper[1]).toMatch(/^AURA, Oct 1 – Oct 31, 2026, /)
  expect(paper[1]).toContain('Terms known since Aug 14, 2026: fee 2.5%, liquidity 20%.')
  expect(paper[1]).toMatch(/As of .* \d\d:\d\d:\d\d\. Printed by a@example\.com\.$/)
  await press('Download CSV of statement 1')
  expect(downloadCsv).toHaveBeenCalledWith(
    'statement-1-settlement-AURA-2026-10-01-2026-10-31.csv',
    expect.stringContaining('\r\nWhere it went,Remaining,,,750.00\r\n'),
  )
})

test('statements of other periods stand below, each against its own period now', async () => {
  const { now, saved, queries } = open('?project=AURA&period=month')
  await linesOf('Where it went')
  await press('Save statement')
  await screen.findByText(/Statement 1 of this period was saved/)
  expect(screen.queryByText('Saved statements')).toBeNull()

  // The month goes on.
  vi.setSystemTime(Date.now() + 3_600_000)
  now.figures = settlementOf({ purchases: 6, gross_usd: '1100.00', remaining_usd: '850.00' })
  await act(async () => refresh())
  await screen.findByText('Saved statements')
  expect(screen.queryByText(/Statement \d of this period/)).toBeNull()
  await press('Show the difference')
  expect(await linesOf('Difference')).toContain(
    'Remaining | Then$750.00 | Now$850.00 | Difference+$100.00',
  )
  expect(queries.at(-1)?.get('end_date')).toBe(saved[0]?.end_date)
})

test('in privacy mode nothing is readable, saved, printed or downloaded', async () => {
  const { api } = open()
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await linesOf('Where it went')
  await press('Save statement')
  await screen.findByText(/Statement \d of this period/)
  await act(async () => setPrivacy(true))
  const main = document.body
  expect(main.textContent).not.toMatch(/\$|1,912|750|457/)
  expect(main.innerHTML).not.toContain('0.1796')
  for (const name of [
    'Save statement',
    'Print',
    'Download CSV',
    'Print statement 1',
    'Download CSV of statement 1',
  ]) {
    expect((await button(name)).getAttribute('aria-disabled')).toBe('true')
    await press(name)
  }
  expect(print).not.toHaveBeenCalled()
  expect(downloadCsv).not.toHaveBeenCalled()
  expect(api.done('POST /settlement/statements')).toBe(1)

  await act(async () => setPrivacy(false))
  await press('Print')
  expect(print).toHaveBeenCalledTimes(1)
  await press('Download CSV')
  expect(downloadCsv).toHaveBeenCalledWith(
    'settlement-AURA-2026-10-01-2026-10-31.csv',
    expect.stringMatching(/^Project,AURA\r\n/),
  )
})

test('without purchases the page says so, and the sum is zero', async () => {
  const { now } = open()
  now.figures = settlementOf({
    by_token: [],
    purchases: 0,
    gross_usd: '0.00',
    fees_usd: '0.00',
    liquidity_usd: '0.00',
    payouts_usd: '0.00',
    payouts: 0,
    remaining_usd: '0.00',
    terms_since: null,
  })
  await screen.findByText('No completed purchases in this period.')
  expect(await linesOf('Where it went')).toContain('Fees 2.5% of completed purchases | $0.00')
  expect(screen.getByText("At today's terms")).toBeDefined()
})

test('a settlement that does not load can be tried again, and one on screen stays', async () => {
  const { api } = open()
  api.break('GET /settlement/summary', '429')
  await screen.findByText('The settlement did not load')
  expect((await button('Save statement')).getAttribute('aria-disabled')).toBe('true')
  api.mend()
  await press('Try again')
  await linesOf('Where it went')

  api.break('GET /settlement/summary', '429')
  await act(async () => refresh())
  await screen.findByText('Could not refresh these figures.')
  expect(await linesOf('Where it went')).toContain('Remaining | $750.00')
  api.mend()
  await press('Try again')
  await waitFor(() => expect(screen.queryByText('Could not refresh these figures.')).toBeNull())
})

test('offline a statement can not be saved, and the figures stay', async () => {
  open()
  await linesOf('Where it went')
  await act(async () => {
    connection.isOnline = false
  })
  expect((await button('Save statement')).getAttribute('aria-disabled')).toBe('true')
  expect((await button('Download CSV')).getAttribute('aria-disabled')).toBeNull()
  expect(await linesOf('Where it went')).toContain('Remaining | $750.00')
})

test('offline another project says that its settlement is not saved, and the first one is still there', async () => {
  open()
  await linesOf('Where it went')
  await act(async () => {
    connection.isOnline = false
  })
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('combobox', { name: 'Project' }))
    fireEvent.click(await screen.findByRole('option', { name }))
  }
  await choose('NOVA')
  await screen.findByText('You are offline, and this settlement is not saved on this device.')
  await choose('AURA')
  expect(await linesOf('Where it went')).toContain('Remaining | $750.00')
})

test('the dialog of a difference closes by its button', async () => {
  open()
  await linesOf('Where it went')
  await press('Save statement')
  await press('Show the difference')
  await linesOf('Difference')
  await press('Close')
  await isClosed()
  expect(buttons('Show the difference')).toHaveLength(1)
  expect(queryClient.isMutating()).toBe(0)
})
