import { expect, test } from 'vitest'
import { readTime, settleTimes } from './quiet-times.ts'

test.each([
  ['22:00', '22:00'],
  [' 7:30 ', '07:30'],
  ['7.30', '07:30'],
  ['0730', '07:30'],
  ['730', '07:30'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['12:60', null],
  ['22', null],
  ['10:00 PM', null],
  ['', null],
])('the typed time "%s" is %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})

const NIGHT = { from: '22:00', to: '07:30' }
const INVALID = 'Must be a time such as 22:00'

test.each([
  ['nothing typed', {}, 'from', NIGHT, {}],
  ['one side', { to: '6:15' }, 'to', { from: '22:00', to: '06:15' }, {}],
  ['both sides', { from: '21:00', to: '22:00' }, 'from', { from: '21:00', to: '22:00' }, {}],
  [
    'a side and no time',
    { from: '21:00', to: 'x' },
    'to',
    { ...NIGHT, from: '21:00' },
    { to: INVALID },
  ],
  ['the start as end', { to: '22:00' }, 'to', NIGHT, { to: 'Must differ from the start' }],
  ['the end as start', { from: '730' }, 'from', NIGHT, { from: 'Must differ from the end' }],
  [
    'no time as start, and the saved start as end',
    { from: 'x', to: '22:00' },
    'from',
    NIGHT,
    { from: INVALID, to: 'Must differ from the start' },
  ],
] as const)('%s', (_what, typed, left, hours, errors) => {
  expect(settleTimes(NIGHT, typed, left)).toEqual({ hours, errors })
})
