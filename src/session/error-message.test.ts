import { describe, expect, it } from 'vitest'
import { leastCpuTimeOf } from '#tests/support/server/cpu-time.ts'
import { formatErrorMessage } from './error-message.ts'

describe('formatErrorMessage shows one line of a server message', () => {
  it.each([
    ['a plain message', 'Forbidden', 'Forbidden'],
    ['only the first error', 'One | Two | Three', 'One'],
    [
      'an error led by its field',
      'Path: body.code, Message: Code must be set',
      'Code - Code must be set',
    ],
    [
      'words of a field capitalised',
      'Path: body.max_uses, Message: Too small',
      'Max Uses - Too small',
    ],
    ['a space between path and text', 'Path: body.end_date Message: Late', 'End Date - Late'],
    ['a line break between path and text', 'Path: body.end_date\nMessage: Late', 'End Date - Late'],
    ['a path outside the body', 'Path: page, Message: Too large', 'Page - Too large'],
    ['a text without a path', 'Message: Not today', 'Not today'],
    ['other words before the text', 'Refused, Message: Not today', 'Not today'],
    ['an empty path', 'Path: , Message: Bad', 'Bad'],
    [
      'the first of several faults',
      'Path: body.percentage, Message: Too high | Path: body.code, Message: Code must be set',
      'Percentage - Too high',
    ],
    ['a mark in a later error only', 'Odd | Path: body.code, Message: Bad', 'Odd'],
  ])('%s', (_what, message, shown) => {
    expect(formatErrorMessage(message)).toBe(shown)
  })

  it.each([[undefined], [null], ['']])(
    'falls back to the caller without a message (%s)',
    (none) => {
      expect(formatErrorMessage(none, 'Failed to login')).toBe('Failed to login')
      expect(formatErrorMessage(none)).toBe('Internal server error')
    },
  )

  it('answers quickly for a message of a million characters', async () => {
    const long = `Path: body.${'_ ,'.repeat(40_000)}Message: x`
    expect(await leastCpuTimeOf(() => formatErrorMessage(long), 5)).toBeLessThan(50)
  })
})
