import { expect, test } from 'vitest'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { codeState, isActive } from './code-state.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const code: BonusCode = {
  id: '1',
  project_id: 'AURA',
  code: 'LAUNCH15',
  percentage: 15,
  start_date: null,
  end_date: null,
  uses: 5,
  max_uses: null,
  disabled: 0,
  tokens_come_from_stage_tokens: 0,
  created_at: '2026-11-01T00:00:00Z',
}

test.each([
  ['without limits', {}, true],
  ['disabled', { disabled: 1 }, false],
  ['that ends now', { end_date: '2026-11-20T12:00:00Z' }, false],
  ['that ends in a second', { end_date: '2026-11-20T12:00:01Z' }, true],
  ['that starts later', { start_date: '2026-12-01T00:00:00Z' }, true],
  ['with one use left', { max_uses: 6 }, true],
  ['that is used up', { max_uses: 5 }, false],
] as const)('a code %s is active: %o', (_what, fields, active) => {
  expect(isActive({ ...code, ...fields }, NOW)).toBe(active)
})

const ENDED = { end_date: '2026-11-20T12:00:00Z' }
const AHEAD = { start_date: '2026-11-20T12:00:01Z' }

test.each([
  ['without limits', {}, 'Active'],
  ['that starts now', { start_date: '2026-11-20T12:00:00Z' }, 'Active'],
  ['that starts in a second', AHEAD, 'Scheduled'],
  ['that ends in a second', { end_date: '2026-11-20T12:00:01Z' }, 'Active'],
  ['that ends now', ENDED, 'Ended'],
  ['with one use left', { max_uses: 6 }, 'Active'],
  ['that is used up', { max_uses: 5 }, 'Used up'],
  ['that is used up before its start', { ...AHEAD, max_uses: 5 }, 'Used up'],
  ['that is used up and ended', { ...ENDED, max_uses: 5 }, 'Used up'],
  ['that is disabled', { disabled: 1 }, 'Disabled'],
  ['that is disabled, used up and ended', { ...ENDED, max_uses: 5, disabled: 1 }, 'Disabled'],
  ['that is disabled before its start', { ...AHEAD, disabled: 1 }, 'Disabled'],
] as const)('the badge of a code %s, %o, reads %s', (_what, fields, state) => {
  expect(codeState({ ...code, ...fields }, NOW)).toBe(state)
})
