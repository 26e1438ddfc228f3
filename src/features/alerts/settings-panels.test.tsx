import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi, test } from 'vitest'
import type { AlertSettings } from '#src/wire/alerts.ts'
import { ALERT_SETTINGS } from '#tests/support/calls/alerts.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import { field } from '#tests/support/screens/user-actions.ts'
import { DigestPanel } from './DigestPanel.tsx'
import { QuietHoursPanel, zoneOptions } from './QuietHoursPanel.tsx'
import { readTime, settleTimes } from './QuietTimes.tsx'
import type { SaveAlerts } from './use-alerts.ts'

stubLayout()
afterEach(() => {
  endPage()
  vi.restoreAllMocks()
})

/** Renders both panels over settings that are saved at once. */
function open(initial: Partial<AlertSettings> = {}) {
  const saved = vi.fn<(settings: AlertSettings) => void>()
  function Panels({ offline }: { offline: string | undefined }) {
    const [settings, setSettings] = useState({ ...ALERT_SETTINGS, ...initial })
    const save: SaveAlerts = async (change) => {
      const next = change({ rules: [], settings }).settings
      saved(next)
      setSettings(next)
      return true
    }
    return (
      <>
        <QuietHoursPanel settings={settings} offline={offline} save={save} />
        <DigestPanel settings={settings} offline={offline} save={save} />
      </>
    )
  }
  const { rerender } = renderInApp(<Panels offline={undefined} />)
  return {
    saved,
    user: userEvent.setup(),
    disconnect: () => rerender(<Panels offline="You are offline." />),
  }
}

const enter = async (label: string, text: string) => {
  const input = await field(label)
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  return input
}
const NIGHT = { from: '22:00', to: '07:30' }

it('a time is saved in 24 hours when its field is left', async () => {
  const { saved } = open({ quiet_hours: NIGHT })
  const from = await enter('From', '9.15')
  expect(from.value).toBe('09:15')
  expect(saved).toHaveBeenLastCalledWith({
    ...ALERT_SETTINGS,
    quiet_hours: { from: '09:15', to: '07:30' },
  })
})

it.each([
  ['To', '22:00', 'Must differ from the start'],
  ['From', '07:30', 'Must differ from the end'],
  ['From', '25:00', 'Must be a time such as 22:00'],
])('%s %s is refused at the field, and stays to be corrected', async (label, text, message) => {
  const { saved } = open({ quiet_hours: NIGHT })
  const input = await enter(label, text)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(input.value).toBe(text)
  expect(saved).not.toHaveBeenCalled()
})

it('a refused end is saved with a start that makes it valid', async () => {
  const { saved } = open({ quiet_hours: NIGHT })
  const to = await enter('To', '22:00')
  await enter('From', '21:00')
  expect(saved).toHaveBeenLastCalledWith({
    ...ALERT_SETTINGS,
    quiet_hours: { from: '21:00', to: '22:00' },
  })
  expect(to.getAttribute('aria-invalid')).toBe('false')
})

it('a typed time that could not be saved gives way to the saved one', async () => {
  const { disconnect, saved } = open({ quiet_hours: NIGHT })
  const from = await field('From')
  fireEvent.change(from, { target: { value: '21:00' } })
  disconnect()
  expect(from.value).toBe('22:00')
  fireEvent.blur(from)
  expect(saved).not.toHaveBeenCalled()
})

it('quiet hours that are switched off and on again are the same', async () => {
  const { saved, user } = open({ quiet_hours: { from: '20:00', to: '06:00' } })
  const quiet = screen.getByRole('switch', { name: 'No push at these hours' })
  await user.click(quiet)
  expect(saved).toHaveBeenLastCalledWith(ALERT_SETTINGS)
  await user.click(quiet)
  expect(saved).toHaveBeenLastCalledWith({
    ...ALERT_SETTINGS,
    quiet_hours: { from: '20:00', to: '06:00' },
  })
})

it('a digest that is changed and changed back has the same day and hour', async () => {
  const { saved, user } = open({ digest: { every: 'week', weekday: 5, hour: 17 } })
  for (const name of ['Daily', 'Off', 'Weekly'])
    await user.click(screen.getByRole('radio', { name }))
  expect(saved.mock.calls.map(([{ digest }]) => digest)).toEqual([
    { every: 'day', hour: 17 },
    undefined,
    { every: 'week', weekday: 5, hour: 17 },
  ])
})

it('the weekday of a digest is chosen, and one is sent at once', async () => {
  signInHere()
  const api = openFaultyApi({ 'POST /alerts/digest': () => undefined })
  const { saved, user } = open({ digest: { every: 'week', weekday: 1, hour: 8 } })
  await user.click(screen.getByRole('combobox', { name: 'On' }))
  await user.click(screen.getByRole('option', { name: 'Friday' }))
  expect(saved).toHaveBeenLastCalledWith({
    ...ALERT_SETTINGS,
    digest: { every: 'week', weekday: 5, hour: 8 },
  })
  expect(screen.getByRole('combobox', { name: 'On' }).textContent).toBe('Friday')
  await user.click(screen.getByRole('button', { name: 'Send one now' }))
  await screen.findByText('The digest is on its way')
  expect(api.done('POST /alerts/digest')).toBe(1)
})

it('a time zone is found by its city', async () => {
  const { saved, user } = open()
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }))
  const search = await screen.findByRole('searchbox', { name: 'Search' })
  await user.type(search, 'zzz')
  expect(screen.getByText('No time zones match "zzz".')).toBeTruthy()
  await user.clear(search)
  await user.type(search, 'new yo')
  await user.click(screen.getByRole('option', { name: /^America\/New York/ }))
  expect(saved).toHaveBeenLastCalledWith({ ...ALERT_SETTINGS, tz: 'America/New_York' })
})

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
] as const)('the hours to save and the errors of %s', (_what, typed, left, hours, errors) => {
  expect(settleTimes(NIGHT, typed, left)).toEqual({ hours, errors })
})

const NOW = Date.parse('2026-11-20T12:00:00.000Z')

test('each zone has its offset of now, and the chosen one is among them', () => {
  const options = zoneOptions('Asia/Calcutta', 'Europe/Berlin', NOW)
  const label = (zone: string) => options.find(({ value }) => value === zone)?.label
  expect(label('Europe/Berlin')).toBe('Europe/Berlin, UTC+01:00')
  // People search for the city's name as it is written.
  expect(label('America/New_York')).toBe('America/New York, UTC-05:00')
  expect(label('UTC')).toBe('UTC, UTC+00:00')
  // An old name that browsers no longer list.
  expect(label('Asia/Calcutta')).toBe('Asia/Calcutta, UTC+05:30')
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
})
