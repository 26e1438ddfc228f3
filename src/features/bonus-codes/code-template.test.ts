import { expect, test } from 'vitest'
import { CODE_EFFECT } from '#tests/support/oracles/code-effects.ts'
import { EMPTY_BONUS_CODE } from './bonus-code-form.ts'
import { templateHref, readTemplate } from './code-template.ts'

const NOW = new Date(2026, 10, 20, 12).getTime()
const { code } = CODE_EFFECT
const paramsOf = (href: string) => new URL(href, 'https://app.invalid').searchParams

test('a code of which the time is over is a template without its dates and its name', () => {
  const href = templateHref(code)
  expect(href.startsWith('/bonus-codes?action=create&')).toBe(true)
  expect(readTemplate(paramsOf(href), NOW)).toEqual({
    project_id: 'AURA',
    code: '',
    percentage: 20,
    tokens_come_from_stage_tokens: true,
    date_enabled: true,
    start_date: '',
    end_date: '',
    max_uses_enabled: true,
    max_uses: 500,
  })
})

test('dates that end ahead are kept, in local time', () => {
  const start_date = new Date(2026, 10, 1, 9).toISOString()
  const end_date = new Date(2026, 10, 30, 23, 59).toISOString()
  expect(
    readTemplate(paramsOf(templateHref({ ...code, start_date, end_date })), NOW),
  ).toMatchObject({
    date_enabled: true,
    start_date: '2026-11-01T09:00',
    end_date: '2026-11-30T23:59',
  })
})

test('a code without dates and limit gives neither', () => {
  const bare = { ...code, start_date: null, end_date: null, max_uses: null }
  expect(readTemplate(paramsOf(templateHref(bare)), NOW)).toEqual({
    ...EMPTY_BONUS_CODE,
    project_id: 'AURA',
    percentage: 20,
    tokens_come_from_stage_tokens: true,
  })
})

test.each([
  ['action=create', null],
  [
    'project_id=AURA&percentage=abc&max_uses=-1&start_date=x&end_date=y',
    { ...EMPTY_BONUS_CODE, project_id: 'AURA' },
  ],
  ['project_id=AURA&percentage=5000', { ...EMPTY_BONUS_CODE, project_id: 'AURA' }],
])('what a link %s does not give right is empty', (search, expected) => {
  expect(readTemplate(new URLSearchParams(search), NOW)).toEqual(expected)
})
