import { expect, test } from 'vitest'
import { isSkipWaiting, ownPath, readPageMessage } from './messages.ts'

const ORIGIN = 'https://sales.example'

test.each([
  '/',
  '/transactions/AURA/12',
  '/leads?projects=AURA,NOVA&q=a%20b',
  '/activity?from=//x#part',
  '/wallets/AURA/0x0b46e7d5',
])('%s stays as it is', (path) => {
  expect(ownPath(path, ORIGIN)).toBe(path)
})

test.each([
  '',
  'leads',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/./\\evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'https://sales.example/leads',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /leads',
  '//[',
  null,
  undefined,
  7,
  {},
  ['/leads'],
])('%j opens Home', (path) => {
  expect(ownPath(path, ORIGIN)).toBe('/')
})

test('messages of another form are ignored', () => {
  for (const data of [null, 'NAVIGATE', 7, {}, { type: 'NAVIGATE' }, { type: 'NAVIGATE', path: 1 }])
    expect(readPageMessage(data)).toBeNull()
  const message = { type: 'NAVIGATE', path: '/leads' }
  expect(readPageMessage({ ...message, more: 1 })).toEqual(message)
  expect(readPageMessage({ type: 'PUSH_CHANGED' })).toEqual({ type: 'PUSH_CHANGED' })
  expect([isSkipWaiting(message), isSkipWaiting({ type: 'SKIP_WAITING' })]).toEqual([false, true])
})
