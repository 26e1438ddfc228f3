import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { filters, followUrl, selectProjects } from '#src/state/filters.ts'
import { setUnsaved } from '#src/writes/unsaved-changes.ts'
import { until } from '#tests/support/server/until.ts'
import { watchNotificationClicks } from './background.ts'

const worker = new EventTarget()
let answers: unknown[] = []

const click = (data: unknown) => {
  const port = { postMessage: (answer: unknown) => answers.push(answer) }
  worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }))
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<typeof scrollTo>())
  answers = []
  history.replaceState(null, '', '/start')
})

afterEach(() => setUnsaved('form', false))

vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker: worker }))
watchNotificationClicks()

it('opens the page of a notification without a reload', async () => {
  click({ type: 'NAVIGATE', path: '/none/12?a=1' })
  expect(answers).toEqual(['done'])
  await until(() => expect(location.pathname + location.search).toBe('/none/12?a=1'))
})

it('applies the filters of the page, which a link contains', async () => {
  const leave = followUrl()
  click({ type: 'NAVIGATE', path: '/none/12?projects=AURA' })
  await until(() => expect(filters.selectedProjects).toEqual(['AURA']))
  leave()
  selectProjects('all')
})

it('opens Home for a path of another origin', async () => {
  click({ type: 'NAVIGATE', path: '//evil.example/x' })
  await until(() => expect(location.href).toBe(`${location.origin}/`))
})

it('stays with unsaved input, and tells the worker', () => {
  setUnsaved('form', true)
  click({ type: 'NAVIGATE', path: '/none/12' })
  expect(answers).toEqual(['busy'])
  expect(location.pathname).toBe('/start')
})

it('ignores other messages', () => {
  for (const data of [null, { type: 'CACHE_UPDATED' }, { type: 'PUSH_CHANGED' }]) click(data)
  expect([answers, location.pathname]).toEqual([[], '/start'])
})
