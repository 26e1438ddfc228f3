import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { assignColours } from '#src/domain/colours.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { sumOf } from '#src/features/home/graph/graph-series.ts'
import { HomeHead } from '#src/features/home/HomeHead.tsx'
import { connection } from '#src/session/connection.ts'
import { filters } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { CardShell } from './CardShell.tsx'
import type { HomeView } from './home-view.ts'
import { transactionSummary } from './sources.ts'
import { useResult } from './use-result.ts'

const sums = (amount: number) => [{ total_transactions: 1, total_amount: amount }]
const ANSWERS: Record<string, unknown> = {
  '/v1/transactions/summary': { AURA: sums(1000), HELIX: sums(234) },
}

const view = (changes: Partial<HomeView['selection']> = {}): HomeView => ({
  selection: {
    period: 'week',
    customStart: null,
    customEnd: null,
    unit: 'auto',
    projects: ['AURA', 'HELIX'],
    minDate: null,
    zone: 'Europe/Berlin',
    ...changes,
  },
  colours: assignColours(['AURA', 'HELIX']),
  excludeUnknown: false,
  privacy: false,
  figures: figureFormat(false),
  isCompared: false,
  asOf: filters.asOf,
  linked: filters,
  emptyHint: '',
})

let zones: (string | null)[] = []

beforeEach(() => {
  zones = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/v1/health') return Response.json({ status: 'ok' })
    zones.push(searchParams.get('tz'))
    return Response.json(ANSWERS[pathname] ?? {})
  })
  connection.isOnline = true
  signInHere()
})
afterEach(() => {
  leaveSession()
  connection.isOnline = true
  vi.unstubAllGlobals()
})

function open(first: HomeView) {
  const note = document.createElement('div')
  document.body.append(note)
  const tree = (of: HomeView) => (
    <>
      <HomeHead hasLive={false} view={of} summary={transactionSummary} />
      <SumCard view={of} />
    </>
  )
  const { rerender } = renderInApp(tree(first), { note })
  return { note, change: (of: HomeView) => rerender(tree(of)) }
}

/** A card without its chart, which jsdom can't draw. */
function SumCard({ view: of }: { view: HomeView }) {
  const { result, state, isFetching } = useResult(transactionSummary, of)
  return (
    <CardShell
      title="Transactions"
      name="Transactions"
      subtitle=""
      state={state}
      isBusy={isFetching}
      minHeight={0}
      placeholder={null}
      onDownload={null}
      privacy={false}
    >
      {() => sumOf(result?.items ?? [], 'amount')}
    </CardShell>
  )
}

const amount = (text: string) => screen.findAllByText(text)
const label = (zone: string) => screen.queryByText(`Figures in the time zone ${zone}`)

it('after a change of the time zone offline the last figures stay, with the name of their zone, until new ones arrive', async () => {
  const { change, note } = open(view())
  await amount('1234')
  expect(label('Europe/Berlin')).toBeNull()
  await until(() => expect(note.textContent).toContain('UTC+01:00'))

  act(() => void (connection.isOnline = false))
  change(view({ zone: 'Asia/Kolkata' }))
  await until(() => expect(label('Europe/Berlin')).not.toBeNull())
  expect(await amount('1234')).not.toEqual([])
  expect(note.textContent).toContain('UTC+01:00')
  expect(screen.queryByText('No saved figures')).toBeNull()

  act(() => void (connection.isOnline = true))
  await until(() => expect(zones).toContain('Asia/Kolkata'))
  await until(() => expect(label('Europe/Berlin')).toBeNull())
  await until(() => expect(note.textContent).toContain('UTC+05:30'))
})

it('excluding a project offline keeps the cached figures of the others', async () => {
  const { change } = open(view())
  await amount('1234')
  act(() => void (connection.isOnline = false))
  change(view({ projects: ['AURA'] }))
  await amount('1000')
  expect(screen.queryByText('1234')).toBeNull()
  // Nothing is cached for this period.
  change(view({ projects: ['AURA'], period: 'month' }))
  expect(await screen.findByText('No saved figures')).toBeDefined()
})
