import { expect, test } from 'vitest'
import type { Member } from '#src/wire/team.ts'
import { describeRules, withRole } from './second-factor-rules.ts'

const member = (role: string, has: 0 | 1, state: Member['state'] = 'active'): Member => ({
  id: `${role}-${has}-${state}`,
  email: 'a@saleroom.example',
  role,
  projects: [],
  state,
  is_email_verified: 1,
  last_seen_at: null,
  has_second_factor: has,
})
const members = [
  member('admin', 1),
  member('user', 0),
  member('user', 1),
  member('client', 0, 'invited'),
  member('client', 0, 'disabled'),
]

test.each([
  [[], 'Nobody needs a second factor.'],
  [['admin'], 'Everybody with these roles has a second factor.'],
  [['marketing'], 'Everybody with these roles has a second factor.'],
  [['user'], '1 of 2 people with these roles has none yet, and must set one up before going on.'],
  [
    ['admin', 'client', 'user'],
    '2 of 4 people with these roles have none yet, and must set one up before going on.',
  ],
])('the roles %j: %s', (roles, text) => {
  expect(describeRules(roles, members)).toBe(text)
})

test('a role is added once, and removed', () => {
  expect(withRole(['user'], 'admin', true)).toEqual(['admin', 'user'])
  expect(withRole(['admin', 'user'], 'admin', true)).toEqual(['admin', 'user'])
  expect(withRole(['admin', 'user'], 'admin', false)).toEqual(['user'])
})
