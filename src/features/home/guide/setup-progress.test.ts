import { expect, test } from 'vitest'
import type { SetupStep } from '#src/state/setup-guide.ts'
import { setupProgress, type SetupFacts } from './setup-progress.ts'

const NOTHING: SetupFacts = {
  projectCount: 0,
  colleagueCount: 0,
  hasTerms: false,
  hasStages: null,
  isConnected: false,
  hasPurchases: false,
}

test.each<[string, Partial<SetupFacts>, SetupStep[], string]>([
  ['an empty installation', {}, [], 'present later later later later'],
  ['a project', { projectCount: 1 }, [], 'done present later later later'],
  [
    'a project, the team skipped',
    { projectCount: 1 },
    ['team'],
    'done skipped present later later',
  ],
  ['a team before a project', { colleagueCount: 2 }, [], 'present done later later later'],
  [
    'events before the terms',
    { projectCount: 1, colleagueCount: 1, isConnected: true },
    [],
    'done done present done later',
  ],
  [
    'terms and a test of the key',
    { projectCount: 1, colleagueCount: 1, hasTerms: true, isConnected: true },
    [],
    'done done done done present',
  ],
  [
    'a skipped step that is done anyway',
    { projectCount: 1, colleagueCount: 1 },
    ['team'],
    'done done present later later',
  ],
  [
    'everything skipped',
    {},
    ['project', 'team', 'saleTerms', 'site', 'purchase'],
    'skipped skipped skipped skipped skipped',
  ],
  [
    'everything done',
    { projectCount: 1, colleagueCount: 1, hasTerms: true, isConnected: true, hasPurchases: true },
    [],
    'done done done done done',
  ],
  [
    'planned stages before the terms',
    { projectCount: 1, colleagueCount: 1, hasStages: true },
    [],
    'done done present done later later',
  ],
  [
    'no stages planned, which may stay so',
    { projectCount: 1, colleagueCount: 1, hasTerms: true, hasStages: false },
    ['stages'],
    'done done done skipped present later',
  ],
])('%s', (_name, facts, skipped, expected) => {
  const states = setupProgress({ ...NOTHING, ...facts }, skipped)
  expect(states.map(({ is }) => is).join(' ')).toBe(expected)
})
