import { expect, test } from 'vitest'
import type { ReadingKey } from '#src/wire/reading-keys.ts'
import {
  describeEnd,
  describeLastUse,
  describeProjects,
  describeScopes,
  localPart,
} from './reading-key-text.ts'

const NOW = new Date(2025, 10, 20, 14, 32)
const at = (day: number, hour: number, minute = 0) =>
  new Date(2025, 10, day, hour, minute).toISOString()

test.each([
  [['figures'] as const, 'Figures'],
  [['leads', 'figures', 'lists'] as const, 'Figures, lists, leads'],
])('the scopes %j read %s', (scopes, text) => {
  expect(describeScopes(scopes)).toBe(text)
})

test.each<[ReadingKey['projects'], string]>([
  ['all', 'All projects'],
  [['AURA', 'HELIX'], 'AURA, HELIX'],
  [[], 'No project'],
])('the projects %j read %s', (projects, text) => {
  expect(describeProjects(projects)).toBe(text)
})

test.each([
  [at(22, 14, 32), 'in 2 days'],
  [at(20, 17, 32), 'in 3 hours'],
  [at(27, 14, 32), 'in 7 days'],
  [at(27, 14, 33), null],
  [at(20, 14, 31), 'expired'],
])('a key that ends at %s is near it: %s', (end, soon) => {
  expect(describeEnd(end, NOW).soon).toBe(soon)
})

test.each([
  [null, 0, 'It was never used.'],
  [at(20, 14, 30), 412, 'It was last used at 14:30, 412 times today.'],
  [at(20, 14, 30), 1, 'It was last used at 14:30, once today.'],
  [at(19, 23), 0, 'It was last used on Nov 19, 23:00, 0 times today.'],
])('used %s, %d times: %s', (used, count, text) => {
  const key: ReadingKey = {
    id: '1',
    name: 'Sheet',
    last4: 'x7Pd',
    projects: 'all',
    scopes: ['figures'],
    created_by: 'omar@saleroom.example',
    created_at: at(1, 9),
    expires_at: null,
    last_used_at: used,
    used_today: count,
  }
  expect(describeLastUse(key, NOW)).toBe(text)
})

test('the maker of a key is named by the local part of the address', () => {
  expect(localPart('omar@saleroom.example')).toBe('omar')
})
