import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deviceZone } from '#src/domain/time/zone.ts'
import { connection } from '#src/session/connection.ts'
import { filters } from '#src/state/filters.ts'
import { MAX_RULES, type Alerts } from '#src/wire/alerts.ts'
import { alertActs, AURA_RULE } from '#tests/support/calls/alert-acts.ts'
import { ALERT_SETTINGS } from '#tests/support/calls/alerts.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  dialog,
  field,
  isClosed,
  isOpen,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { AlertsPage } from './AlertsPage.tsx'
import { ruleDrafts } from './rule-form.ts'

stubLayout()

beforeEach(() => {
  connection.isOnline = true
  signInHere()
})
afterEach(() => {
  endPage()
  ruleDrafts.dropAll()
})

function open(initial: Partial<Alerts> = {}, acts: Acts = {}) {
  const server = alertActs(initial)
  const api = openFaultyApi({ ...server.acts, ...acts })
  showPage(AlertsPage)
  return { ...server, api }
}

const savedRules = ({ alerts }: ReturnType<typeof open>) => alerts.rules.map(({ kind }) => kind)

it('a new alert whose answer was lost is sent again and added once', async () => {
  const page = open({ rules: [AURA_RULE] })
  await press('Add alert')
  page.api.break('PUT /alerts', 'an answer lost on the way')
  await pressIn('Add alert')
  await screen.findByText('Error saving the alerts')
  expect(page.alerts.rules).toHaveLength(2)
  isOpen()
  page.api.mend()
  await waitFor(() => expect(connection.isOnline).toBe(true))
  await pressIn('Add alert')
  await isClosed()
  expect(page.alerts.rules).toHaveLength(2)
})

it('a double click on the button of the dialog adds one alert', async () => {
  const page = open({ rules: [AURA_RULE] })
  await press('Add alert')
  const [add] = buttons('Add alert', dialog() ?? document)
  if (add) {
    fireEvent.click(add)
    fireEvent.click(add)
  }
  await isClosed()
  expect(page.alerts.rules).toHaveLength(2)
  expect(page.api.done('PUT /alerts')).toBe(1)
})

it('while a suggestion is being added, neither it nor the next one is added', async () => {
  const server = alertActs()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const save = server.acts['PUT /alerts']
  const { api } = open(
    {},
    {
      ...server.acts,
      'PUT /alerts': async (arrival) => {
        await held
        return save?.(arrival)
      },
    },
  )
  const add = await button('Add')
  fireEvent.click(add)
  fireEvent.click(add)
  // The next one is in its place.
  await waitFor(() => expect(buttons('Add')).toHaveLength(2))
  fireEvent.click(await button('Add'))
  fireEvent.click(await button('No, thanks'))
  expect(buttons('Add')[0]?.getAttribute('aria-disabled')).toBe('true')
  release()
  await waitFor(() => expect(buttons('Add')[0]?.getAttribute('aria-disabled')).toBeNull())
  expect(server.alerts.rules.map(({ kind }) => kind)).toEqual(['purchase_over'])
  expect(server.alerts.settings.declined).toEqual([])
  expect(api.done('PUT /alerts')).toBe(1)
})

it('a suggestion is added as it is shown, and then the next one can be', async () => {
  const page = open()
  await press('Add')
  await waitFor(() => expect(savedRules(page)).toEqual(['purchase_over']))
  await waitFor(() => expect(buttons('Add')[0]?.getAttribute('aria-disabled')).toBeNull())
  await press('Add')
  await waitFor(() => expect(savedRules(page)).toEqual(['purchase_over', 'quiet']))
})

it('adding the first suggestion leaves the others open, until the page is opened again', async () => {
  const page = open()
  await waitFor(() => expect(buttons('Add')).toHaveLength(3))
  await press('Add')
  await waitFor(() => expect(savedRules(page)).toEqual(['purchase_over']))
  await screen.findByRole('switch', { name: /^Purchase over/ })
  expect(buttons('Add')).toHaveLength(2)
  await waitFor(() => expect(buttons('Add')[0]?.getAttribute('aria-disabled')).toBeNull())
  await press('No, thanks')
  await waitFor(() => expect(buttons('Add')).toHaveLength(1))
  expect(page.alerts.settings.declined).toEqual(['quiet'])
  cleanup()
  showPage(AlertsPage)
  await screen.findByText(/^Suggested: /)
  expect(buttons('Add')).toHaveLength(1)
})

it('Add keeps the keyboard focus when the next suggestion takes its place', async () => {
  const page = open({ rules: [AURA_RULE] })
  const add = await button('Add')
  add.focus()
  fireEvent.click(add)
  await waitFor(() => expect(savedRules(page)).toHaveLength(2))
  await waitFor(() => expect(buttons('Add')[0]?.getAttribute('aria-disabled')).toBeNull())
  expect(document.activeElement).toBe(buttons('Add')[0])
})

it('a suggestion whose answer was lost is added once', async () => {
  const page = open()
  page.api.break('PUT /alerts', 'an answer lost on the way')
  await press('Add')
  await screen.findByText('Error saving the alerts')
  page.api.mend()
  await waitFor(() => expect(connection.isOnline).toBe(true))
  await screen.findByRole('switch', { name: /^Purchase over/ })
  expect(savedRules(page)).toEqual(['purchase_over'])
})

it('an alert is deleted after a confirmation', async () => {
  const page = open({ rules: [AURA_RULE] })
  await press('Edit Purchase over $9,000, AURA')
  await pressIn('Delete')
  expect(page.alerts.rules).toHaveLength(1)
  const confirmation = await screen.findByRole('alertdialog', { name: 'Delete alert?' })
  const [confirm] = buttons('Delete', confirmation)
  if (confirm) fireEvent.click(confirm)
  await isClosed()
  expect(page.alerts.rules).toEqual([])
})

it('a person with the most alerts is refused another before the form opens', async () => {
  const rules = Array.from({ length: MAX_RULES }, () => ({ ...AURA_RULE, id: crypto.randomUUID() }))
  open({ rules })
  await screen.findAllByText('Purchase over $9,000')
  await press('Add alert')
  await screen.findByText(/^There are 50 alerts already/)
  expect(dialog()).toBeNull()
})

it.each(['abc', '1e3'])('the amount "%s" is an invalid number', async (text) => {
  open({ rules: [AURA_RULE] })
  await press('Add alert')
  const amount = await field('More than')
  fireEvent.change(amount, { target: { value: text } })
  fireEvent.blur(amount)
  expect(await screen.findByText('Invalid number')).toBeTruthy()
})

it('an alert needs a number and a channel', async () => {
  const page = open()
  await press('Add alert')
  await type('More than', '0')
  for (const name of ['Push, to your devices', 'Mail'])
    fireEvent.click(await screen.findByRole('checkbox', { name }))
  await pressIn('Add alert')
  await screen.findByText('Must be more than 0')
  await screen.findByText('Choose push, mail or both')
  await type('More than', '20')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Mail' }))
  await pressIn('Add alert')
  await isClosed()
  expect(page.alerts.rules).toEqual([
    expect.objectContaining({ kind: 'purchase_over', threshold: '20', channels: ['mail'] }),
  ])
  expect(page.api.done('PUT /alerts')).toBe(1)
})

it('an alert about a cap says which one, and has no number', async () => {
  const { threshold: _threshold, ...rule } = { ...AURA_RULE, project_id: null }
  const page = open({ rules: [{ ...rule, kind: 'cap_reached', cap: 'soft' }] })
  await press('Edit The soft cap is reached, All projects')
  expect(screen.queryByRole('textbox', { name: 'More than' })).toBeNull()
  fireEvent.click(await screen.findByRole('radio', { name: 'Hard cap' }))
  await waitFor(() => expect(page.previews.at(-1)?.cap).toBe('hard'))
  await pressIn('Save')
  await isClosed()
  expect(page.alerts.rules).toEqual([expect.objectContaining({ kind: 'cap_reached', cap: 'hard' })])
  expect(page.alerts.rules[0]).not.toHaveProperty('threshold')
  await screen.findByText('The hard cap is reached')
})

it('what a locked screen shows is saved', async () => {
  const page = open()
  fireEvent.click(await screen.findByRole('switch', { name: 'Hide amounts on the lock screen' }))
  await waitFor(() => expect(page.alerts.settings.hide_amounts).toBe(0))
})

it('the preview of a form waits until the typing pauses', async () => {
  const page = open()
  await press('Add alert')
  const amount = await field('More than')
  for (const text of ['7', '70', '700', '7000'])
    fireEvent.change(amount, { target: { value: text } })
  await waitFor(() => expect(page.previews.at(-1)?.threshold).toBe('7000'))
  const thresholds = page.previews.map(({ threshold }) => threshold)
  expect(thresholds).not.toContain('7')
  expect(thresholds).not.toContain('700')
})

it('before the first save, the time zone shown is the device’s, which is then saved', async () => {
  // At version 0, the server's zone is nobody's.
  const page = open({ settings: { ...ALERT_SETTINGS, tz: 'Asia/Tokyo' } })
  const zone = await waitFor(() => screen.getByRole('combobox', { name: 'Time zone' }))
  expect(zone.textContent).toMatch(new RegExp(`^${deviceZone()}`))
  await press('Add')
  await waitFor(() => expect(page.alerts.version).toBe(1))
  expect(page.alerts.settings.tz).toBe(deviceZone())
})

it('two alerts of a kind differ in the names of their controls', async () => {
  open({ rules: [AURA_RULE, { ...AURA_RULE, id: crypto.randomUUID(), project_id: 'NOVA' }] })
  for (const project of ['AURA', 'NOVA']) {
    const name = `Purchase over $9,000, ${project}`
    expect(await screen.findByRole('switch', { name })).toBeTruthy()
    expect(screen.getByRole('button', { name: `Edit ${name}` })).toBeTruthy()
  }
})

it('privacy mode hides how often an alert would have fired', async () => {
  filters.privacy = true
  open({ rules: [AURA_RULE], suggested: [] })
  const rules = await screen.findByRole('list', { name: 'Rules' })
  await waitFor(() => expect(rules.querySelector('[aria-label=Hidden]')).not.toBeNull())
  expect(rules.textContent).not.toMatch(/1,211|1211/)
})

it('the last alerts link to what they are about, with what became of their messages', async () => {
  const fired = {
    id: '7',
    kind: 'purchase_over',
    project_id: 'AURA',
    at: '2026-11-01T09:00:00.000Z',
    title: 'AURA: purchase of $9,060.00',
    text: 'Stage 5',
    path: '/transactions/AURA/48219',
  }
  const mail = { channel: 'mail', device: null, state: 'waiting', reason: null }
  open(
    {},
    {
      'GET /alerts/log': () => [
        { ...fired, deliveries: [mail] },
        { ...fired, id: '8', deliveries: [] },
      ],
    },
  )
  const list = await screen.findByRole('list', { name: 'Last alerts' })
  const [first, second] = [...list.children]
  expect(first?.querySelector('a')?.getAttribute('href')).toBe('/transactions/AURA/48219')
  expect(first?.textContent).toContain('Mail: waiting')
  expect(second?.textContent).toContain('No device to push to')
})
