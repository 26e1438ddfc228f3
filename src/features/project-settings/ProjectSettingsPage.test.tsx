import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { filters } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  field,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { ProjectSettingsPage } from './ProjectSettingsPage.tsx'
import { settingsDrafts } from './use-settings-form.ts'

stubLayout()

const names = ['AURA', 'HELIX', 'NOVA']
let answer: () => void
/** The updates that were sent. */
let sent: object[]

beforeEach(() => {
  const isReleased = new Promise<void>((resolve) => {
    answer = resolve
  })
  sent = []
  openFaultyApi({
    ...acts(),
    'PATCH /projects/*': ({ path, body }) => {
      sent.push(body as object)
      return { ...PROJECT, ...(body as object), id: path.slice('/projects/'.length) }
    },
    'GET /projects/names': () => names,
    'GET /projects': async ({ query }) => {
      const requested = query.getAll('projects')
      // The layout requests all projects; the screen requests the first one.
      if (requested.length !== 1 && requested.length !== names.length) await isReleased
      return requested.map((id) => Object.assign({}, PROJECT, ...sent, { id }))
    },
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  connection.isOnline = true
  filters.selectedProjects = ['AURA']
  signInHere()
})
afterEach(() => {
  endPage()
  settingsDrafts.dropAll()
  history.replaceState(null, '', '/')
  filters.selectedProjects = 'all'
})

async function open(): Promise<void> {
  renderInApp(<ProjectSettingsPage />)
  await field('Ticker')
}

const tick = (...projects: string[]) =>
  act(async () => {
    filters.selectedProjects = projects
  })

it.each([
  ['besides one that stays', ['AURA', 'NOVA'], 1],
  ['instead of all others', ['HELIX', 'NOVA'], 0],
])('newly selected projects %s are loading, not missing', async (_how, ticked, staying) => {
  await open()
  await tick(...ticked)
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(screen.queryByText('No project settings found')).toBeNull()
  expect(buttons('Collapse AURA')).toHaveLength(staying)
  answer()
  await button('Expand NOVA')
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
})

it.each([
  ['besides one that stays', ['AURA', 'NOVA'], 1],
  ['instead of all others', ['HELIX', 'NOVA'], 0],
])('offline, newly selected projects %s are not on this device', async (_how, ticked, staying) => {
  await open()
  connection.isOnline = false
  await tick(...ticked)
  await screen.findByText('You are offline, and settings are not kept on this device.')
  expect(buttons('Collapse AURA')).toHaveLength(staying)
})

it('offline, projects that stay selected keep their settings', async () => {
  filters.selectedProjects = 'all'
  await open()
  connection.isOnline = false
  await tick('AURA', 'NOVA')
  await button('Expand NOVA')
  expect(screen.queryByText('Project settings did not load')).toBeNull()
})

it('a field shows its error once it was left, and an update with it is not sent', async () => {
  await open()
  const website = await field('Website URL')
  fireEvent.change(website, { target: { value: 'javascript:alert(1)' } })
  expect(screen.queryByText('Must be a valid http(s) URL')).toBeNull()
  fireEvent.blur(website)
  await screen.findByText('Must be a valid http(s) URL')
  expect(website.getAttribute('aria-invalid')).toBe('true')
  await press('Confirm Update')
  await waitFor(() => expect(document.activeElement).toBe(website))
  expect(sent).toEqual([])
})

it('an explorer of own links is checked when its field is left, and sent with the update', async () => {
  await open()
  await press('Add explorer')
  await type('Payment token', ' bnb ')
  fireEvent.click(await field('Chain'))
  fireEvent.click(await screen.findByRole('option', { name: 'Own links' }))
  // Own links begin as those of the chain.
  expect((await field('Address link')).value).toBe('https://etherscan.io/address/{address}')
  await type('Transaction link', 'https://scan.example/tx/')
  const link = await field('Transaction link')
  const message = 'Must be an https URL with {hash} once, after the host'
  fireEvent.blur(link)
  await screen.findByText(message)
  await press('Confirm Update')
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect(sent).toEqual([])
  await type('Transaction link', 'https://scan.example/tx/{hash}')
  await press('Confirm Update')
  await waitFor(() =>
    expect(sent).toEqual([
      {
        explorers: [
          {
            payment_token: 'bnb',
            hash_url: 'https://scan.example/tx/{hash}',
            address_url: 'https://etherscan.io/address/{address}',
          },
        ],
      },
    ]),
  )
  // Saved, then removed again: an update of its own.
  await press('Remove the explorer of bnb')
  await screen.findByText('1 field edited')
})

/** The text and the number of fields of a group of settings. */
const group = (title: string) => {
  const heading = [...document.querySelectorAll('h3')].find((each) =>
    each.textContent?.startsWith(title),
  )
  const found = document.querySelector(`[role=group][aria-labelledby="${heading?.id}"]`)
  return { text: found?.textContent, fields: found?.querySelectorAll('input').length }
}

it('terms that are fixed are shown as percentages, and have no field', async () => {
  await open()
  expect(group('Fees')).toEqual({ text: expect.stringMatching(/Read-only.*29%/), fields: 0 })
  expect(group('Payments')).toMatchObject({ fields: 0 })
  expect(group('Referrals').fields).toBeGreaterThan(0)
})

it('staking rewards end after a confirmation, once', async () => {
  await open()
  const rewards = () => document.querySelector<HTMLElement>('[aria-label="Staking rewards"]')
  const isOn = () => rewards()?.getAttribute('aria-checked')
  const end = () => fireEvent.click(rewards() ?? document.body)
  await waitFor(() => expect(isOn()).toBe('true'))
  end()
  await screen.findByText('Confirm Disabling Staking Rewards')
  await pressIn('Cancel')
  expect(isOn()).toBe('true')
  end()
  await pressIn('Disable')
  await waitFor(() => expect(isOn()).toBe('false'))
  expect(sent).toEqual([])
  await press('Confirm Update')
  await waitFor(() => expect(sent).toEqual([{ staking_rewards_active: 0 }]))
  await waitFor(() => expect(rewards()?.matches('[disabled], [aria-disabled=true]')).toBe(true))
})

it('offline nothing can be sent, which every button says, and what was typed stays', async () => {
  await open()
  await type('Ticker', 'OFF')
  act(() => void (connection.isOnline = false))
  const confirm = await button('Confirm Update')
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('true'))
  const others = [await button('Test connection'), await button('Replace')]
  expect(others.map((each) => each.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
  fireEvent.pointerEnter(confirm)
  await waitFor(() =>
    expect(document.querySelector('[role=tooltip]')?.textContent).toBe(
      'You are offline. Nothing was sent.',
    ),
  )
  act(() => void (connection.isOnline = true))
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
  expect((await field('Ticker')).value).toBe('OFF')
})

it('what was typed is there again after the session has ended and begun again', async () => {
  await open()
  await type('Ticker', 'KEPT')
  await act(async () => leaveSession())
  cleanup()
  act(() => signInHere())
  await open()
  expect((await field('Ticker')).value).toBe('KEPT')
  expect(screen.getByText('1 field edited')).toBeTruthy()
})

it('a link to one project shows it alone, although others are selected', async () => {
  history.replaceState(null, '', '/project-settings?project=NOVA')
  await open()
  expect(screen.getByText('Showing one project')).toBeTruthy()
  expect([...buttons('Collapse NOVA'), ...buttons('Expand AURA')]).toHaveLength(1)
})

it.each([
  ['telegram_channel_id', 'Channel ID'],
  ['telegram_message_text', 'Message text'],
  ['brevo_api_key', 'API key'],
])('a link to %s opens its project and focuses the field', async (name, label) => {
  history.replaceState(null, '', `/project-settings?project=NOVA&field=${name}`)
  await open()
  await button('Collapse NOVA')
  const linked = document.querySelector<HTMLElement>(`[name=${name}]`)
  await waitFor(() => expect(document.activeElement).toBe(linked))
  const own =
    linked?.getAttribute('aria-label') ??
    document.querySelector(`[for="${linked?.id}"]`)?.textContent
  expect(own).toBe(label)
  // The page's title leaves it the focus.
  expect(linked?.closest('[data-keeps-focus]')).not.toBeNull()
})

it('a misspelt placeholder is marked, and its field names the nearest right one', async () => {
  await open()
  await type('Message text', 'Sold {tokens_bougth} {project_id}')
  const sentence = await screen.findByText(
    '{tokens_bougth} is not a placeholder and is posted as it is. Did you mean {tokens_bought}?',
  )
  const area = await field('Message text')
  expect(
    document.getElementById(area.getAttribute('aria-describedby') ?? '')?.contains(sentence),
  ).toBe(true)
  await type('Message text', 'Sold {tokens_bought} {project_id}')
  await waitFor(() => expect(screen.queryByText(/is not a placeholder/)).toBeNull())
  expect(area.getAttribute('aria-describedby')).toBeNull()
})

it('payout wallets are shown whole: the ends of a forged address may agree', async () => {
  const wallets = {
    fee_wallet_address: `0x${'1a'.repeat(20)}`,
    liquidity_wallet_address: `0x${'2b'.repeat(20)}`,
    profit_wallet_address: `0x${'3c'.repeat(20)}`,
    income_wallet_address: `0x${'4d'.repeat(20)}`,
  }
  sent.push(wallets)
  await open()
  for (const address of Object.values(wallets))
    await waitFor(() => expect(document.body.textContent).toContain(address))
})
