import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setCustomRange } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { HomePage } from './HomePage.tsx'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

let answers: Record<string, unknown> = {}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url, 'http://localhost').pathname]
    return answer === undefined
      ? Response.json({ code: 500, message: 'Internal server error' }, { status: 500 })
      : Response.json(answer)
  })
  signInHere()
})
afterEach(() => {
  answers = {}
  leaveSession()
  vi.unstubAllGlobals()
})

function open(first: typeof answers) {
  answers = first
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <HomePage />
    </QueryClientProvider>,
  )
  return client
}

it('tells projects that could not be asked for from having none', async () => {
  open({})
  await screen.findByText('Your projects did not load')
  expect(screen.queryByText('You have no project yet')).toBeNull()
  answers = { '/v1/projects/names': [] }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You have no project yet')).toBeDefined()
})

it('does not wait for ever when only the dates of the projects are missing', async () => {
  open({ '/v1/projects/names': ['AURA'] })
  expect(await screen.findByText('Your projects did not load')).toBeDefined()
})

it('keeps the answers of few views that it no longer shows, the last ones', async () => {
  const client = open({ '/v1/projects/names': ['AURA'] })
  await screen.findByRole('region', { name: 'UTM Plus' })
  const days = Array.from({ length: 12 }, (_unused, index) => `2026-10-${index + 11}`)
  for (const day of days) await act(async () => setCustomRange('2026-10-01', day))
  const left = client.getQueryCache().findAll({ type: 'inactive' })
  const shown = client.getQueryCache().findAll({ type: 'active', queryKey: ['countries'] })
  expect(shown.map(({ queryKey }) => queryKey[1])).toMatchObject([{ customEnd: days.at(-1) }])
  // 130, and what the last choice left behind in cards that change after the first one.
  expect(left.length).toBeLessThan(150)
  expect(left.length).toBeGreaterThan(100)
  // Nobody compares: no view has left a question about the period before behind.
  const all = client.getQueryCache().findAll()
  expect(all.filter(({ queryHash }) => queryHash.includes('isPrevious'))).toEqual([])
})
