import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { figureFormat } from '#src/domain/text/mask.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { toGraphSeries } from '#src/features/home/graph/graph-series.ts'
import { setCodeBands } from '#src/state/code-bands.ts'
import { filters } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { CodeBands } from './CodeBands.tsx'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-01T00:00:00Z')
const AS_OF = START + 20 * DAY_MS
const day = (number: number) => new Date(START + (number - 1) * DAY_MS).toISOString()

const codeOf = (id: string, from: number, to: number | null) => ({
  project_id: 'AURA',
  id,
  code: `CODE${id}`,
  percentage: 15,
  start_date: day(from),
  end_date: to === null ? null : day(to),
  disabled: 0,
  disabled_at: null,
  uses: 412,
  max_uses: 1000,
})

let features: string[] = []
let windows: { codes: ReturnType<typeof codeOf>[]; stages: object[] }
let requests: string[] = []

beforeEach(() => {
  features = ['campaigns', 'search']
  windows = {
    codes: [codeOf('2', 10, 15), codeOf('1', 2, 8), codeOf('3', 5, null)],
    stages: [{ project_id: 'AURA', stage_name: 'Stage 5', first_at: day(6) }],
  }
  requests = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(new URL(url, 'http://localhost').pathname)
    return Response.json(url.includes('/features') ? { features } : windows)
  })
  signInHere()
})
afterEach(() => {
  act(() => setCodeBands(true))
  leaveSession()
  localStorage.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const onRoom = vi.fn<(room: number) => void>()

function open(changes: Partial<HomeView> = {}, unit: 'day' | 'month' = 'day') {
  const projects = ['AURA']
  const place = document.body.appendChild(document.createElement('span'))
  const view: HomeView = {
    selection: {
      period: 'month',
      customStart: null,
      customEnd: null,
      unit: 'day',
      projects,
      minDate: null,
      zone: 'UTC',
    },
    colours: new Map([['AURA', 'rgb(43, 192, 164)']]),
    excludeUnknown: false,
    privacy: false,
    figures: figureFormat(false),
    isCompared: false,
    asOf: AS_OF,
    linked: filters,
    emptyHint: '',
    ...changes,
  }
  const resolvedQuery = {
    range: { start: START, end: AS_OF },
    unit,
    zone: 'UTC',
    projects,
    asOf: AS_OF,
  }
  onRoom.mockClear()
  renderInApp(
    <main>
      <CodeBands
        series={toGraphSeries(resolvedQuery, [], 'amount')}
        view={view}
        width={44 + 1000}
        height={256}
        place={place}
        onRoom={onRoom}
      />
    </main>,
    { client: new QueryClient({ defaultOptions: { queries: { retry: false } } }) },
  )
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const marks = () => screen.findAllByRole<HTMLAnchorElement>('link', { name: /^CODE/ })

test('codes are links to their pages from left to right, and the graph makes room', async () => {
  open()
  const found = await marks()
  expect(found.map((mark) => mark.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^CODE1, AURA, Nov \d+ – Nov \d+$/),
    expect.stringMatching(/^CODE3, AURA, from Nov \d+$/),
    expect.stringMatching(/^CODE2, AURA, Nov \d+ – Nov \d+$/),
  ])
  expect(found[0]?.getAttribute('href')).toBe('/bonus-codes/AURA/1')
  expect(screen.getByRole('list', { name: 'Bonus codes in this period' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Stages in this period' }).textContent).toMatch(
    /^AURA: Stage 5 from Nov/,
  )
  expect(onRoom).toHaveBeenLastCalledWith(24)
})

test('the band of a code that is valid ends with today, not with the month', async () => {
  windows.codes = [codeOf('1', 2, 28), codeOf('2', 2, null), codeOf('3', 1, 16)]
  open({}, 'month')
  const ends = (await marks()).map((mark) => {
    const line = mark.querySelector('i')
    const pixels = [mark.style.left, line?.style.left, line?.style.width].map((style) =>
      Number(/^calc\(([\d.]+)/.exec(style ?? '')?.[1]),
    )
    return `${mark.getAttribute('aria-label')?.slice(0, 5)} ${Math.round(sum(pixels))}`
  })
  // 21 of November's 30 days on 1,000 px, and the middle of the month.
  expect(ends.toSorted()).toEqual(['CODE1 700', 'CODE2 700', 'CODE3 498'])
})

test('the button hides them, on this device, and gives the room back', async () => {
  open()
  await marks()
  const button = screen.getByRole('button', { name: 'Codes and stages', pressed: true })
  await userEvent.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByRole('list')).toBeNull()
  expect(onRoom).toHaveBeenLastCalledWith(0)
  expect(localStorage.getItem('saleroom:v2:code-bands')).toBe('false')
})

test('a server without campaigns gets no request, and the card no button', async () => {
  features = ['search']
  open()
  await until(() => expect(requests).toContain('/v1/features'))
  expect(screen.queryByRole('button')).toBeNull()
  expect(requests).not.toContain('/v1/bonus-codes/windows')
})

test('without codes and stages the graph keeps its height', async () => {
  windows = { codes: [], stages: [] }
  open()
  await until(() => expect(requests).toContain('/v1/bonus-codes/windows'))
  await screen.findByRole('button', { name: 'Codes and stages' })
  expect(onRoom).not.toHaveBeenCalled()
})

test('one mark is a tab stop, arrow keys lead to the others, and each shows its tooltip', async () => {
  open()
  const found = await marks()
  expect(found.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  act(() => found[0]?.focus())
  expect((await screen.findByRole('tooltip')).textContent).toContain('CODE1')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(found[1])
  expect(screen.getByRole('tooltip').textContent).toContain('CODE3')
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(found[2])
  const tip = screen.getByRole('tooltip')
  expect(tip.textContent).toMatch(/15%.*Nov \d+ – Nov \d+.*412 of 1,000.*Open the code’s page/)
  expect(found[2]?.getAttribute('aria-describedby')).toBe(tip.id)
  await userEvent.keyboard('{ArrowRight}{Home}{ArrowLeft}')
  expect(document.activeElement).toBe(found[0])
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  await userEvent.keyboard('{Enter}')
})

test('a tap shows the tooltip, whose link opens the page', async () => {
  open()
  const [first] = await marks()
  fireEvent.pointerDown(first!, { pointerType: 'touch' })
  expect(fireEvent.click(first!, { detail: 1 })).toBe(false)
  expect(screen.getByRole('tooltip').textContent).toContain('CODE1')
  const page = screen.getByRole('link', { name: 'Open the code’s page' })
  expect(page.getAttribute('href')).toBe('/bonus-codes/AURA/1')
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('the pointer may move from a mark into its tooltip', async () => {
  open()
  const [first] = await marks()
  await userEvent.hover(first!)
  const tip = await screen.findByRole('tooltip')
  await userEvent.unhover(first!)
  await userEvent.hover(tip)
  expect(screen.getByRole('tooltip')).toBe(tip)
})

test('codes without a place join a button that lists them', async () => {
  windows.codes = Array.from({ length: 40 }, (_unused, index) => codeOf(`${index}`, 2, null))
  open()
  const more = await screen.findByRole('button', { name: '38 more bonus codes' })
  expect(more.textContent).toBe('+38')
  expect(await marks()).toHaveLength(2)
  await userEvent.click(more)
  const list = await screen.findByRole('dialog', { name: 'More bonus codes' })
  expect(list.querySelectorAll('a')).toHaveLength(38)
})

test('privacy mode hides the uses', async () => {
  open({ privacy: true, figures: figureFormat(true) })
  const [first] = await marks()
  act(() => first?.focus())
  expect((await screen.findByRole('tooltip')).textContent).not.toContain('412')
})
