import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  bonusCodeFormSchema,
  EMPTY_BONUS_CODE,
  toBonusCodeCreate,
  type BonusCodeForm,
} from './bonus-code-form.ts'

const GOOD: BonusCodeForm = { ...EMPTY_BONUS_CODE, project_id: 'AURA', code: 'LAUNCH15' }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 12, 0) })
})
afterEach(() => {
  vi.useRealTimers()
})

function errorsOf(change: Partial<BonusCodeForm>): string[] {
  const parsed = bonusCodeFormSchema.safeParse({ ...GOOD, ...change })
  return (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

const dated = (start_date: string, end_date: string) => ({
  date_enabled: true,
  start_date,
  end_date,
})

describe('a bonus code is refused with the message of its field', () => {
  test.each([
    ['nothing wrong', {}, []],
    ['no code', { code: '' }, ['code: Code must be set']],
    ['a blank code', { code: '   ' }, ['code: Code must be set']],
    ['64 characters', { code: 'a'.repeat(64) }, []],
    ['65 characters', { code: 'a'.repeat(65) }, ['code: Code must be at most 64 characters']],
    ['no project', { project_id: '' }, ['project_id: Project must be set']],
    ['100 characters of project', { project_id: 'p'.repeat(100) }, []],
    [
      '101 characters of project',
      { project_id: 'p'.repeat(101) },
      ['project_id: Project must be at most 100 characters'],
    ],
    ['0 %', { percentage: 0 }, []],
    ['1000 %', { percentage: 1000 }, []],
    ['less than 0 %', { percentage: -0.1 }, ['percentage: Must be greater than or equal to 0']],
    [
      'more than 1000 %',
      { percentage: 1000.1 },
      ['percentage: Must be less than or equal to 1000'],
    ],
    ['one use', { max_uses_enabled: true, max_uses: 1 }, []],
    [
      'no use',
      { max_uses_enabled: true, max_uses: 0 },
      ['max_uses: Must be greater than or equal to 1'],
    ],
    ['half a use', { max_uses_enabled: true, max_uses: 1.5 }, ['max_uses: Must be a whole number']],
    [
      'a number of uses that can not be read',
      { max_uses_enabled: true, max_uses: null },
      ['max_uses: Must be a whole number'],
    ],
    ['one that can not be read while there is no limit', { max_uses: null }, []],
    [
      'a percentage that can not be read',
      { percentage: Number.NaN },
      ['percentage: Invalid number'],
    ],
    ['no use while there is no limit', { max_uses: 0 }, []],
    ['dates that are right', dated('2026-11-24T09:00', '2026-11-25T09:00'), []],
    [
      'no end date',
      dated('2026-11-24T09:00', ''),
      ['end_date: End date is required when start date is provided'],
    ],
    [
      'no start date',
      dated('', '2026-11-24T09:00'),
      ['start_date: Start date is required when end date is provided'],
    ],
    [
      'neither date',
      dated('', ''),
      [
        'end_date: End date is required when start date is provided',
        'start_date: Start date is required when end date is provided',
      ],
    ],
    [
      'an end before the start',
      dated('2026-11-24T09:00', '2026-11-21T23:59'),
      ['end_date: Start date must be before end date'],
    ],
    [
      'an end at the start',
      dated('2026-11-24T09:00', '2026-11-24T09:00'),
      ['end_date: Start date must be before end date'],
    ],
    [
      'an end in the past',
      dated('2026-11-01T09:00', '2026-11-20T12:00'),
      ['end_date: End date must be in the future'],
    ],
    ['an end a minute ahead', dated('2026-11-01T09:00', '2026-11-20T12:01'), []],
    ['wrong dates that are switched off', { start_date: '2026-11-24T09:00' }, []],
  ] as const)('%s', (_what, change, messages) => {
    expect(errorsOf(change)).toEqual(messages)
  })
})

describe('what is switched off is not sent', () => {
  test('neither dates nor a limit', () => {
    expect(
      toBonusCodeCreate({
        ...GOOD,
        code: ' LAUNCH15 ',
        start_date: '2026-11-24T09:00',
        max_uses: 5,
      }),
    ).toEqual({
      project_id: 'AURA',
      code: 'LAUNCH15',
      percentage: 0,
      tokens_come_from_stage_tokens: 0,
    })
  })

  test('local dates are sent as instants', () => {
    const sent = toBonusCodeCreate({
      ...GOOD,
      ...dated('2026-11-24T09:00', '2026-11-25T23:59'),
      percentage: 12.5,
      tokens_come_from_stage_tokens: true,
      max_uses_enabled: true,
      max_uses: 500,
    })
    expect(sent).toEqual({
      project_id: 'AURA',
      code: 'LAUNCH15',
      percentage: 12.5,
      tokens_come_from_stage_tokens: 1,
      start_date: new Date(2026, 10, 24, 9, 0).toISOString(),
      end_date: new Date(2026, 10, 25, 23, 59).toISOString(),
      max_uses: 500,
    })
  })
})
