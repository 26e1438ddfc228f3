import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHub } from './hub.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const AT = new Date('2026-11-20T12:00:00.000Z')
const change = (kind: string, projectId = 'AURA', at = AT) => ({ kind, projectId, at })

function subscribe(hub: ReturnType<typeof createHub>, role = 'user', projects = ['AURA']) {
  const events: string[] = []
  const sent: Buffer[] = []
  const send = (event: Buffer) => {
    sent.push(event)
    events.push(JSON.parse(/^data: (.*)$/m.exec(event.toString())?.[1] ?? '').kinds.join())
  }
  const subscriber = { projects, role, send }
  hub.add(subscriber)
  return { subscriber, events, sent }
}

test('the first change is sent at once, and those of the next second in one event', () => {
  const hub = createHub(1000)
  const { events } = subscribe(hub)
  hub.publish([change('wallets'), change('transactions')])
  expect(events).toEqual(['wallets,transactions'])
  hub.publish([change('leads')])
  vi.advanceTimersByTime(500)
  hub.publish([change('leads'), change('wallets')])
  vi.advanceTimersByTime(499)
  expect(events).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['wallets,transactions', 'leads,wallets'])
})

test('the last change is never lost, and a quiet second starts over', () => {
  const hub = createHub(1000)
  const { events } = subscribe(hub)
  for (let n = 0; n < 25; n++) {
    hub.publish([change('leads')])
    vi.advanceTimersByTime(100)
  }
  expect(events).toHaveLength(3)
  vi.advanceTimersByTime(500)
  expect(events).toHaveLength(4)
  vi.advanceTimersByTime(1000)
  expect(events).toHaveLength(4)
  hub.publish([change('wallets')])
  expect(events.at(-1)).toBe('wallets')
})

test('each project has its own second', () => {
  const hub = createHub(1000)
  const { sent } = subscribe(hub, 'user', ['AURA', 'HELIX'])
  hub.publish([change('leads'), change('leads', 'HELIX'), change('leads', 'OTHER')])
  expect(sent.map(String)).toEqual([
    'event: change\ndata: {"project_id":"AURA","kinds":["leads"],"at":"2026-11-20T12:00:00.000Z"}\n\n',
    'event: change\ndata: {"project_id":"HELIX","kinds":["leads"],"at":"2026-11-20T12:00:00.000Z"}\n\n',
  ])
})

test('who comes just after a change that nobody heard hears the next one at once', () => {
  const hub = createHub(1000)
  hub.publish([change('leads')])
  const { events } = subscribe(hub)
  hub.publish([change('wallets')])
  expect(events).toEqual(['wallets'])
})

test('the time is that of the last change', () => {
  const hub = createHub(1000)
  const { sent } = subscribe(hub)
  hub.publish([change('leads')])
  const later = new Date(AT.getTime() + 700)
  hub.publish([change('leads', 'AURA', later), change('wallets')])
  vi.advanceTimersByTime(1000)
  expect(sent.at(-1)?.toString()).toContain('"at":"2026-11-20T12:00:00.700Z"')
})

test('roles with the same rights share the bytes of an event', () => {
  const hub = createHub(1000)
  const [one, other] = [subscribe(hub, 'client'), subscribe(hub, 'admin')]
  const marketing = subscribe(hub, 'marketing')
  hub.publish([change('leads'), change('wallets')])
  expect(one.sent[0]).toBe(other.sent[0])
  expect([one.events, marketing.events]).toEqual([['leads,wallets'], ['leads']])
  hub.publish([change('bonus_codes'), change('manual_transactions')])
  vi.advanceTimersByTime(1000)
  expect(one.events).toHaveLength(2)
  expect(marketing.events).toHaveLength(1)
})

test('a subscriber that was removed receives nothing more', () => {
  const hub = createHub(1000)
  const { subscriber, events } = subscribe(hub)
  hub.publish([change('leads')])
  hub.publish([change('leads')])
  hub.remove(subscriber)
  vi.advanceTimersByTime(1000)
  expect(events).toHaveLength(1)
  hub.clear()
  expect(vi.getTimerCount()).toBe(0)
})
