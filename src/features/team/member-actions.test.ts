import { expect, test } from 'vitest'
import type { Member } from '#src/wire/team.ts'
import { ACTION_LABELS, memberActions } from './member-actions.ts'

const someone: Member = {
  id: '2',
  email: 'anna@saleroom.example',
  role: 'user',
  projects: ['AURA'],
  state: 'active',
  is_email_verified: 1,
  last_seen_at: null,
}
const me: Member = { ...someone, id: '1', role: 'admin', projects: [] }
const other: Member = { ...me, id: '3' }

/** The menu as lines, with the reasons in brackets. */
const menu = (member: Member, members: readonly Member[], hasReaders = false) =>
  memberActions(member, [me, ...members], '1', hasReaders).map(({ action, disabledReason }) =>
    disabledReason === undefined
      ? ACTION_LABELS[action]
      : `${ACTION_LABELS[action]} (${disabledReason})`,
  )

test.each<[string, Member, readonly Member[], string[]]>([
  ['a user', someone, [someone], ['Change role', 'Change projects', 'End sessions', 'Disable']],
  [
    'an invited user',
    { ...someone, state: 'invited' },
    [someone],
    ['Change role', 'Change projects', 'Send the invitation again', 'End sessions', 'Disable'],
  ],
  [
    'a disabled user',
    { ...someone, state: 'disabled' },
    [someone],
    ['Change role', 'Change projects', 'Enable'],
  ],
  [
    'a user with a second factor',
    { ...someone, has_second_factor: 1 },
    [someone],
    ['Change role', 'Change projects', 'End sessions', 'Reset second factor', 'Disable'],
  ],
  [
    'a user without one',
    { ...someone, has_second_factor: 0 },
    [someone],
    ['Change role', 'Change projects', 'End sessions', 'Disable'],
  ],
  [
    'a disabled user with a second factor',
    { ...someone, state: 'disabled', has_second_factor: 1 },
    [someone],
    ['Change role', 'Change projects', 'Reset second factor', 'Enable'],
  ],
  [
    'the own account with a second factor',
    { ...me, has_second_factor: 1 },
    [other],
    [
      "Change role (You can't change your own role)",
      'Change projects (Admins see every project)',
      'End sessions',
      "Disable (You can't disable yourself)",
    ],
  ],
  [
    'another admin',
    other,
    [other],
    ['Change role', 'Change projects (Admins see every project)', 'End sessions', 'Disable'],
  ],
  [
    'the own account',
    me,
    [other],
    [
      "Change role (You can't change your own role)",
      'Change projects (Admins see every project)',
      'End sessions',
      "Disable (You can't disable yourself)",
    ],
  ],
  [
    'the own account while the other admin is only invited',
    me,
    [{ ...other, state: 'invited' }],
    [
      "Change role (The last admin can't be changed)",
      'Change projects (Admins see every project)',
      'End sessions',
      "Disable (The last admin can't be changed)",
    ],
  ],
])('the menu of %s', (_whose, member, members, lines) => {
  expect(menu(member, members)).toEqual(lines)
})

test.each<[string, Member, string | undefined]>([
  ['a user', someone, 'Allow only looking'],
  ['a user who only looks', { ...someone, may_write: 0 }, 'Allow changes'],
  ['a user who is invited', { ...someone, state: 'invited', may_write: 1 }, 'Allow only looking'],
  ['a disabled user', { ...someone, state: 'disabled', may_write: 0 }, 'Allow changes'],
  ['another admin', other, undefined],
  ['oneself', me, undefined],
  ['oneself with another role', { ...me, role: 'user' }, undefined],
])(
  '%s is offered what is allowed, where the server has people who only look',
  (_who, member, label) => {
    const offered = (hasReaders: boolean) =>
      menu(member, [someone, other], hasReaders).filter((line) => line.startsWith('Allow'))
    expect(offered(true)).toEqual(label === undefined ? [] : [label])
    expect(offered(false)).toEqual([])
  },
)
