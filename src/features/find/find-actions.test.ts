import { describe, expect, test } from 'vitest'
import { findActions, type ActionContext } from './find-actions.ts'

const nothing = () => undefined
const titles = (more: Partial<ActionContext>) =>
  findActions({
    role: 'admin',
    mayWrite: true,
    isOnline: true,
    hasProject: true,
    hasBanners: true,
    hasTeam: true,
    hasAllocations: true,
    stagesOf: 'AURA',
    privacy: false,
    excludeUnknown: true,
    setPrivacy: nothing,
    setExcludeUnknown: nothing,
    refresh: nothing,
    logout: nothing,
    ...more,
  }).map(({ title, badge }) => (badge === undefined ? title : `${title} ${badge}`))

describe('The actions that are offered', () => {
  test.each<[string, Partial<ActionContext>, string[]]>([
    [
      'to an admin',
      {},
      [
        'Create bonus code',
        'Add Tokens',
        'Privacy mode Off',
        'Refresh',
        'Create banner',
        'Export leads',
        'Invite to the team',
        'Freeze list',
        'Edit stages',
        'Exclude unknown On',
        'Logout',
      ],
    ],
    [
      'to a user',
      { role: 'user', privacy: true },
      [
        'Create bonus code',
        'Add Tokens',
        'Privacy mode On',
        'Refresh',
        'Create banner',
        'Export leads',
        'Exclude unknown On',
        'Logout',
      ],
    ],
    [
      'to a user who only looks',
      { role: 'user', mayWrite: false },
      ['Privacy mode Off', 'Refresh', 'Export leads', 'Exclude unknown On', 'Logout'],
    ],
    [
      'to marketing who only looks',
      { role: 'marketing', mayWrite: false },
      ['Export leads', 'Privacy mode Off', 'Refresh', 'Exclude unknown On', 'Logout'],
    ],
    [
      'to marketing',
      { role: 'marketing' },
      [
        'Create banner',
        'Export leads',
        'Privacy mode Off',
        'Refresh',
        'Exclude unknown On',
        'Logout',
      ],
    ],
    [
      'without banners',
      { role: 'marketing', hasBanners: false },
      ['Export leads', 'Privacy mode Off', 'Refresh', 'Exclude unknown On', 'Logout'],
    ],
    [
      'offline',
      { isOnline: false },
      ['Add Tokens', 'Privacy mode Off', 'Exclude unknown On', 'Logout'],
    ],
    [
      'without a project',
      { hasProject: false, hasBanners: false },
      ['Privacy mode Off', 'Refresh', 'Invite to the team', 'Exclude unknown On', 'Logout'],
    ],
    [
      'on a server without administration',
      { hasTeam: false, hasAllocations: false, stagesOf: undefined },
      [
        'Create bonus code',
        'Add Tokens',
        'Privacy mode Off',
        'Refresh',
        'Create banner',
        'Export leads',
        'Exclude unknown On',
        'Logout',
      ],
    ],
  ])('%s', (_name, context, expected) => {
    expect(titles(context)).toEqual(expected)
  })
})
