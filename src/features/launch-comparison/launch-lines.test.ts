import { expect, test } from 'vitest'
import {
  cutLines,
  referenceOf,
  sharedDays,
  toLaunchLines,
  valueOn,
  launchCsv,
} from './launch-lines.ts'
import { toLaunchRows } from './launch-rows.ts'

const day = (number: number, amount: number) => ({
  day: number,
  amount,
  purchases: amount / 10,
  buyers: 1,
})
const LAUNCHES = {
  HELIX: { launched_at: '2026-11-01T09:00:00Z', age_days: 3, days: [day(1, 30), day(2, 40)] },
  AURA: {
    launched_at: '2026-10-01T09:00:00Z',
    age_days: 34,
    days: [day(1, 10), day(3, 50), day(30, 90)],
  },
  NOVA: { launched_at: null, age_days: 0, days: [] },
}
const PROJECTS = ['HELIX', 'NOVA', 'AURA', 'GONE']
const lines = toLaunchLines(LAUNCHES, PROJECTS, 'amount')

test('days without a purchase have the sum of the day before, until today', () => {
  expect(lines.map(({ project, values }) => [project, values.slice(0, 5)])).toEqual([
    ['HELIX', [30, 40, 40]],
    ['AURA', [10, 10, 50, 50, 50]],
  ])
  expect(lines[1]?.values).toHaveLength(34)
  expect(lines[1]?.values.at(-1)).toBe(90)
})

test('transactions and buyers are lines of their own', () => {
  expect(toLaunchLines(LAUNCHES, ['HELIX'], 'purchases')[0]?.values).toEqual([3, 4, 4])
  expect(toLaunchLines(LAUNCHES, ['HELIX'], 'buyers')[0]?.values).toEqual([1, 1, 1])
})

test('a day after today is left out, whatever the server sends', () => {
  const launch = { launched_at: '2026-11-01T09:00:00Z', age_days: 2, days: [day(1, 1), day(9, 5)] }
  expect(toLaunchLines({ AURA: launch }, ['AURA'], 'amount')[0]?.values).toEqual([1, 1])
})

test('the same days end at the age of the youngest project', () => {
  expect(sharedDays(lines)).toBe(3)
  expect(cutLines(lines, 3).map(({ values }) => values)).toEqual([
    [30, 40, 40],
    [10, 10, 50],
  ])
  expect(sharedDays([])).toBe(0)
})

test('the reference is the project that launched first', () => {
  expect(referenceOf(lines)?.project).toBe('AURA')
  expect(referenceOf([])).toBeNull()
  const [helix, aura] = lines
  expect(helix && valueOn(helix, 4)).toBeNull()
  expect(aura && valueOn(aura, 4)).toBe(50)
})

test('each project is compared with the reference on the same day since its launch', () => {
  expect(toLaunchRows(lines, LAUNCHES, PROJECTS)).toEqual([
    {
      project: 'HELIX',
      launch: {
        at: Date.parse('2026-11-01T09:00:00Z'),
        days: 3,
        sums: { after7: null, after30: null, today: 40, isReference: false, against: 300 },
      },
    },
    { project: 'NOVA', launch: null },
    {
      project: 'AURA',
      launch: {
        at: Date.parse('2026-10-01T09:00:00Z'),
        days: 34,
        sums: { after7: 50, after30: 90, today: 90, isReference: true, against: null },
      },
    },
    { project: 'GONE', launch: null },
  ])
})

test('the file has a line per day, and nothing after today', () => {
  expect(launchCsv(cutLines(lines, 4))).toBe(
    'Day since launch,HELIX,AURA\r\n1,30,10\r\n2,40,10\r\n3,40,50\r\n4,,50\r\n',
  )
})

test('a stage whose buyers are too many to be counted has begun, but has no line', () => {
  const launches = {
    ...LAUNCHES,
    AURA: { ...LAUNCHES.AURA, days: [{ ...day(1, 10), buyers: null }] },
  }
  const counted = toLaunchLines(launches, PROJECTS, 'buyers')
  expect(counted.map(({ project }) => project)).toEqual(['HELIX'])
  expect(toLaunchRows(counted, launches, PROJECTS).map(({ launch }) => launch)).toMatchObject([
    { days: 3, sums: { today: 1, isReference: true } },
    null,
    { at: Date.parse('2026-10-01T09:00:00Z'), days: 34, sums: null },
    null,
  ])
  expect(toLaunchLines(launches, ['AURA'], 'amount')).toHaveLength(1)
})
