import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { connection } from '#src/session/connection.ts'
import { applyUrl, setPrivacy } from '#src/state/filters.ts'
import { setPaceDays } from '#src/state/pace-days.ts'
import { enterSession } from '#src/state/session.ts'
import type { StageSummary } from '#src/wire/stages.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  stageFigures,
  stageSummary,
  unplannedSummary,
} from '#tests/support/screens/stage-summary.ts'
import { button, dialog, isClosed, press, pressIn } from '#tests/support/screens/user-actions.ts'
import { StagesPage } from './StagesPage.tsx'

afterEach(() => {
  endPage()
  act(() => setPaceDays(7))
})

const PROJECT = {
  project_ticker: null,
  website_url: null,
  api_url: null,
  created_at: '2025-08-14T10:00:00.000Z',
  banners_enabled: 0,
  banners_desktop_aspect_ratio: null,
  banners_mobile_aspect_ratio: null,
}
const PLAN = {
  version: 3,
  stages: [
    {
      id: '5',
      name: 'Stage 5',
      also: ['Stage-5'],
      price_usd: '0.024',
      supply: '80000000',
      starts_at: null,
      ends_at: null,
    },
  ],
  soft_cap_usd: null,
  hard_cap_usd: '7500000',
  count_bonuses: 1,
  changed_at: null,
  changed_by: null,
}

/** A server with two projects and these figures of both. */
function open(options: { summary?: StageSummary; search?: string; role?: string } = {}) {
  const now = { summary: options.summary ?? stageSummary(), brokenDays: '', saveStatus: 200 }
  const saved: unknown[] = []
  const queries: URLSearchParams[] = []
  openFaultyApi({
    'GET /features': () => ({ features: ['stages', 'wallet_page', 'administration'] }),
    'GET /projects/names': () => ['AURA', 'NOVA'],
    'GET /projects': () => ['AURA', 'NOVA'].map((id) => ({ ...PROJECT, id })),
    'GET /stages/summary': ({ query }) => {
      queries.push(query)
      return query.get('days') === now.brokenDays
        ? Response.json({ code: 500, message: 'Internal server error' }, { status: 500 })
        : { [query.get('projects') ?? '']: now.summary }
    },
    'GET /projects/AURA/stages': () => PLAN,
    'PUT /projects/AURA/stages': ({ body }) => {
      saved.push(body)
      return now.saveStatus === 200
        ? PLAN
        : Response.json({ code: 409, message: 'maya has changed the stages' }, { status: 409 })
    },
  })
  signInHere()
  if (options.role !== undefined) enterSession({ ...SCREEN_USER, role: options.role })
  history.replaceState(null, '', `/stages${options.search ?? '?project=AURA'}`)
  act(() => applyUrl())
  showPage(StagesPage)
  return { now, saved, queries }
}

const plain = (element: Element | null) => element?.textContent.replaceAll('\u00a0', ' ') ?? ''
const part = (name: string) => screen.findByRole('region', { name })
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(plain))
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const LIST = '/transactions?status=completed&voided=0'

test('the current stage, the pace and what is raised, with what they say of the days to come', async () => {
  open()
  await screen.findByRole('img', { name: '62.40% of Stage 5 sold' })
  const current = await part('Current stage')
  expect(plain(current)).toBe(
    'Stage 5CurrentNov 4 – Dec 15, 202562.40%soldLeft30,079,016.79 AURASold of 80,000,000' +
      '49,920,983.21Price$0.024Next price Stage 6$0.027' +
      'Sold out between Nov 30 and Dec 4, likely Dec 2At the pace of the last 7 days. Planned until Dec 15.',
  )
  expect(within(current).getByRole('status')).toBeDefined()
  const pace = await part('Pace')
  expect(plain(pace)).toContain(
    '2,518,786 AURA a day, the medianToday is not counted: it is not over.',
  )
  const table = await within(pace).findByRole('table', { name: 'Pace data' })
  expect(table.querySelector('caption')?.textContent).toBe('The median is 2,518,786 AURA a day.')
  await waitFor(() => expect(plain(table)).toContain('Nov 192,310,977$60,000.00'))
  const raised = await part('Raised')
  expect(within(raised).getByRole('img').getAttribute('aria-label')).toBe(
    '57.21% of the hard cap raised, soft cap reached',
  )
  expect(plain(raised)).toContain(
    '$4,291,193.92Of the hard cap57.21%Left$3,208,806.08Hard cap$7,500,000.00Soft cap reached$2,000,000.00' +
      'Hard cap about Jan 12Between Jan 3 and Jan 20, at the same pace',
  )
  expect(
    screen.getByText('Everything since Aug 14, 2025. The time period does not apply here.'),
  ).toBeDefined()
})

test('the stages stand in the order of the sale, and each count leads to exactly its purchases', async () => {
  open()
  await screen.findByText(/before it began/u)
  expect(await rowsOf('Stages')).toEqual([
    ['Details', 'Stage', 'Price', 'Sold', 'Share', 'Raised', 'Buyers', 'Off the plan'],
    [
      '',
      'Stage 1Sold outAug 14 – Sep 1',
      '$0.012average $0.012',
      '30,000,000.00of 30,000,000',
      '100.00%',
      '$360,000.00838 purchases',
      '702',
      'None',
    ],
    [
      '',
      'Stage 2OversoldSep 1 – Sep 20',
      '$0.015average $0.015',
      '40,118,260.50of 40,000,000',
      '100.00%',
      '$601,773.911,322 purchases',
      '1,055',
      '118,260.50 too many',
    ],
    [
      '',
      'Stage 5CurrentNov 4 – Dec 15',
      '$0.024average $0.02378',
      '49,920,983.21of 80,000,000',
      '62.40%',
      '$1,186,960.742,510 purchases',
      '1,688',
      '158 off price94 before it began',
    ],
    [
      '',
      'Stage 6ScheduledDec 15 – Jan 12',
      '$0.027not sold yet',
      'Noneof 89,000,000',
      'None',
      'None',
      'None',
      'None',
    ],
  ])
  const of = (name: string, more: string) => `${LIST}&stage=${name}${more}&projects=AURA`
  expect(hrefOf('Stage 5: 158 off price')).toBe(of('Stage+5', '&stage_price=off'))
  expect(hrefOf('Stage 5: 94 before it began')).toBe(of('Stage+5', '&stage_time=before'))
  expect(hrefOf('Stage 5: 2,510 purchases')).toBe(of('Stage+5', ''))
  expect(hrefOf('3 purchases')).toBe(of('Team+round', ''))
  expect(hrefOf('Show the purchases')).toContain('&start_date=2025-09-19T20%3A11%3A00.000Z&')
  const [, , current] = await screen.findAllByRole('button', { name: 'Show details' })
  if (current) fireEvent.click(current)
  const first = await screen.findByRole('link', { name: /^Nov 3, 2025|^Nov 3,/u })
  expect(first.getAttribute('href')).toBe('/transactions/AURA/6682')
  const facts = [...document.querySelectorAll('dt')]
    .map(({ parentElement }) => plain(parentElement))
    .join('|')
  expect(facts).toContain('Left30,079,016.79|Off price$78,000.00 at $0.021|Also namedStage-5')
})

test('several oversold stages have one notice', async () => {
  const { stages } = stageSummary()
  const more = stageFigures({ id: '7', name: 'Stage 7', oversold: '1.5', left: '0' })
  open({ summary: stageSummary({ stages: [...stages, more] }) })
  const fact = await screen.findByText('2 stages sold 118,262.00 AURA more than their supply.')
  expect(fact.closest('[role=status]')?.textContent).toContain('They are Stage 2 and Stage 7.')
  expect(hrefOf('Show the purchases')).toBe(`${LIST}&stage=Stage+2&stage=Stage+7&projects=AURA`)
})

test('other days are asked for and kept; while they fail, the other cards stay', async () => {
  const { now, queries } = open()
  now.brokenDays = '14'
  await screen.findByRole('img', { name: '62.40% of Stage 5 sold' })
  fireEvent.click(screen.getByRole('radio', { name: '14' }))
  expect(await screen.findByText('The pace did not load')).toBeDefined()
  expect(screen.getByRole('img', { name: '62.40% of Stage 5 sold' })).toBeDefined()
  expect(queries.at(-1)?.get('days')).toBe('14')
  expect(localStorage.getItem('saleroom:v2:pace-days')).toBe('14')
  now.brokenDays = ''
  await press('Try again')
  expect(await screen.findByText(/AURA a day, the median|a day, the median/u)).toBeDefined()
})

test('privacy mode masks every figure and forecast day, and downloads nothing', async () => {
  open()
  await screen.findByText(/before it began/u)
  const [first] = await screen.findAllByRole('button', { name: 'Show details' })
  if (first) fireEvent.click(first)
  act(() => setPrivacy(true))
  await waitFor(() => expect(document.body.textContent).not.toMatch(/\d\.\d|\d,\d{3}|\d%|\$\d/u))
  expect(document.body.textContent).not.toMatch(/Nov.30|Dec.4|Jan.20/u)
  expect(screen.getByRole('img', { name: 'Hidden of Stage 5 sold' })).toBeDefined()
  for (const element of document.querySelectorAll('[title]:not(time), [aria-label]'))
    expect(`${element.getAttribute('title')} ${element.getAttribute('aria-label')}`).not.toMatch(
      /\d{3}|\d%/u,
    )
  expect((await button('Download CSV')).getAttribute('aria-disabled')).toBe('true')
})

test('the file has the exact amounts of all stages, and the names that the plan lacks', async () => {
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  open()
  await press('Download CSV')
  const lines = ((await files[0]?.text()) ?? '').split('\r\n')
  expect(lines[0]).toContain('Stage,Also named,State,Price USD')
  expect(lines[3]).toBe(
    'Stage 5,Stage-5,current,0.024,0.02377679,80000000,49920983.21,30079016.79,0,62.40,1186960.74,2510,1688,' +
      '2025-11-04T00:00:00.000Z,2025-12-15T00:00:00.000Z,2025-11-03T13:04:00.000Z,2025-11-20T14:30:00.000Z,,' +
      '158,78000,94,0,2025-11-30,2025-12-02,2025-12-04',
  )
  expect(lines[5]).toContain('Team round,,not in the plan,,0.01,,250000,')
})

test('a name that the plan lacks joins a stage, beside what others have changed', async () => {
  const { now, saved } = open()
  await press('Join Team round to a stage')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Stage 5' }))
  await waitFor(() => expect(dialog()?.textContent).toContain('Join Team round to Stage 5?'))
  now.saveStatus = 409
  await pressIn('Join')
  expect(await screen.findByText('maya has changed the stages')).toBeDefined()
  await isClosed()
  now.saveStatus = 200
  await press('Join Team round to a stage')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Stage 5' }))
  await pressIn('Join')
  expect(await screen.findByText('Successfully joined name')).toBeDefined()
  await isClosed()
  const [stage] = PLAN.stages
  expect(saved.at(-1)).toEqual({
    version: 3,
    stages: [{ ...stage, also: ['Stage-5', 'Team round'] }],
    soft_cap_usd: null,
    hard_cap_usd: '7500000',
    count_bonuses: 1,
  })
  await press('Add Team round to the plan')
  expect(location.pathname + location.search).toBe('/stages/AURA/edit?project=AURA&add=Team+round')
})

test('without a plan there is what it begins with; only admins can plan and edit', async () => {
  open({ summary: unplannedSummary() })
  expect(await screen.findByText('No stages are planned')).toBeDefined()
  expect(hrefOf('Plan the stages')).toBe('/stages/AURA/edit?project=AURA')
  const [head, row] = await rowsOf('From what was sold')
  expect(head).toEqual(['Stage', 'Usual price', 'Sold', 'First purchase', 'Last purchase'])
  expect(row?.slice(0, 3)).toEqual(['Stage 1', '$0.01', '250,000.00'])
  expect(screen.queryByRole('link', { name: 'Edit stages' })).toBeNull()
  endPage()
  open({ summary: unplannedSummary(), role: 'client' })
  expect(await screen.findByText(/An admin can plan them/u)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Plan the stages' })).toBeNull()
  endPage()
  open({ role: 'user' })
  expect(await rowsOf('Not in the plan')).toEqual([
    ['Name', 'Sold', 'Raised'],
    ['Team round3 purchases, Aug 20 – Aug 22', '250,000.00', '$2,500.00average $0.01'],
  ])
  expect(screen.queryByRole('link', { name: 'Edit stages' })).toBeNull()
})

test('no current stage and no caps say so; offline, stages that are not saved', async () => {
  open({
    summary: stageSummary({
      current: null,
      soft_cap_usd: null,
      hard_cap_usd: null,
      raised_share: null,
      cap_forecast: { none: 'no_cap' },
    }),
  })
  await screen.findByText('No current stage')
  expect(plain(await part('Current stage'))).toContain(
    'No forecast: no stage is openStage 6 begins on Dec 15, in 25 days.',
  )
  expect(plain(await part('Raised'))).toBe('RaisedAll stages, all time$4,291,193.92')
  act(() => {
    connection.isOnline = false
    navigate('/stages?project=NOVA')
  })
  expect(
    await screen.findByText('You are offline, and these stages are not saved on this device.'),
  ).toBeDefined()
})
