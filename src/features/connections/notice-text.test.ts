import { expect, test } from 'vitest'
import type { Notice } from '#src/wire/notices.ts'
import { describeNotice, describeState } from './notice-text.ts'

const NOW = new Date(2026, 10, 20, 14, 30).getTime()

const notice = (more: Partial<Notice>): Notice => ({
  id: '1',
  project_id: 'AURA',
  kind: 'chat',
  state: 'failed',
  reason: null,
  attempts: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  ...more,
})

test.each<[Partial<Notice>, string]>([
  [{ kind: 'chat', subject: '48219' }, 'Telegram, transaction 48219'],
  [{ kind: 'lead', subject: 'nadia@a.example' }, 'Brevo, nadia@a.example'],
  [{ kind: 'lead' }, 'Brevo'],
])('%j is named %s', (more, text) => {
  expect(describeNotice(notice(more))).toBe(text)
})

const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

test.each<[Partial<Notice>, string]>([
  [{ attempts: 1, reason: 'Key not found' }, '1 try, Key not found'],
  [{ attempts: 8 }, '8 tries'],
  [{ state: 'waiting', next_attempt_at: inMinutes(10) }, 'Next 14:40'],
  [{ state: 'waiting', next_attempt_at: inMinutes(600) }, 'Next 00:30, 21 Nov'],
  [
    { state: 'waiting', next_attempt_at: inMinutes(1), reason: 'Could not be reached' },
    'Next 14:31, Could not be reached',
  ],
  [{ state: 'waiting', next_attempt_at: inMinutes(0) }, 'Next in line'],
  [{ state: 'waiting' }, 'Next in line'],
])('%j reads %s', (more, text) => {
  expect(describeState(notice(more), NOW)).toBe(text)
})
