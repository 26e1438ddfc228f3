import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { AlertSettings } from '#src/wire/alerts.ts'
import { ALERT_SETTINGS } from '#tests/support/alerts.ts'
import { openFaultyApi } from '#tests/support/faulty-api.ts'
import { stubLayout } from '#tests/support/layout-stubs.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/show-page.tsx'
import { field } from '#tests/support/user-actions.ts'
import { DigestPanel } from './DigestPanel.tsx'
import { QuietHoursPanel } from './QuietHoursPanel.tsx'
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
