import { expect, test } from 'vitest'
import type { Member } from '#src/wire/team.ts'
import { roleLabel, roleOptions } from './roles.ts'

const member = (role: string): Member => ({
  id: role,
  email: `${role}@saleroom.example`,
  role,
  projects: [],
  state: 'active',
  is_email_verified: 1,
  last_seen_at: null,
})

test('roles of the sale’s own follow the usual ones, each once', () => {
  const members = ['support', 'user', 'audit', 'support'].map(member)
  expect(roleOptions(members).map(({ label }) => label)).toEqual([
    'Admin',
    'User',
    'Client',
    'Marketing',
    'Audit',
    'Support',
  ])
})

test('a role is shown with a capital', () => {
  expect(roleLabel('marketing')).toBe('Marketing')
})
