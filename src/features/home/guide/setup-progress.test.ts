import { expect, test } from 'vitest'
import type { SetupStep } from '#src/state/setup-guide.ts'
import { setupProgress, type SetupFacts } from './setup-progress.ts'

const NOTHING: SetupFacts = {
  projectCount: 0,
  colleagueCount: 0,
  hasEvents: false,
  hasPurchases: false,
}

test.each<[string, Partial<SetupFacts>, SetupStep[], string]>([
  ['an empty installation', {}, [], 'present later later later'],
  ['a project', { projectCount: 1 }, [], 'done present later later'],
  ['a project, the team skipped', { projectCount: 1 }, ['team'], 'done skipped present later'],
  ['a team before a project', { colleagueCount: 2 }, [], 'present done later later'],
  ['events', { projectCount: 1, colleagueCount: 1, hasEvents: true }, [], 'done done done present'],
  [
    'a skipped step that is done anyway',
    { projectCount: 1, colleagueCount: 1 },
    ['team'],
    'done done present later',
  ],
  [
    'everything skipped',
    {},
    ['project', 'team', 'site', 'purchase'],
    'skipped skipped skipped skipped',
  ],
  [
    'everything done',
    { projectCount: 1, colleagueCount: 1, hasEvents: true, hasPurchases: true },
    [],
    'done done done done',
  ],
])('%s', (_name, facts, skipped, expected) => {
  const states = setupProgress({ ...NOTHING, ...facts }, skipped)
  expect(states.map(({ is }) => is).join(' ')).toBe(expected)
})
