import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { connection } from '#src/session/connection.ts'
import type { Chain } from '#src/wire/chains.ts'
import type { Notice } from '#src/wire/notices.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, NEW_KEY } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import {
  buttons,
  dialog,
  field,
  isOpen,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { chainDrafts } from './chains/chain-form.ts'
import { ConnectionsPage } from './ConnectionsPage.tsx'
import { describeNotice, describeState } from './UnsentNoticesPanel.tsx'

stubLayout()

let api: ReturnType<typeof openFaultyApi>

beforeEach(() => {
  api = openFaultyApi(acts())
  connection.isOnline = true
  signInHere()
})
afterEach(endPage)

const open = () => renderInApp(<ConnectionsPage />)

it.each([
  ['Keys', 'GET /projects/AURA/keys'],
  ['Refused events', 'GET /projects/AURA/refusals'],
  ['Unsent notices', 'GET /notices'],
])(
  '%s that could not be loaded are loaded again, and the other panels stay',
  async (name, call) => {
    api.break(call, '500')
    open()
    await screen.findByText(`${name} did not load`)
    expect(screen.getByText('Test the services')).toBeTruthy()
    api.mend()
    await press('Try again')
    await waitFor(() => expect(screen.queryByText(`${name} did not load`)).toBeNull())
  },
)

it('a test of a service shows what the service answered, and when', async () => {
  const refuse = (message: string) => Response.json({ code: 400, message }, { status: 400 })
  openFaultyApi({
    'POST /projects/AURA/telegram/test': () => ({ message: 'Sent to -1001984427710' }),
    'POST /projects/AURA/brevo/test': () =>
      refuse('Brevo integration test failed for AURA: "Key not found"'),
    ...acts(),
  })
  open()
  await press('Test Telegram')
  await screen.findByText(/^Sent to -1001984427710, \d\d:\d\d$/)
  await press('Test Brevo')
  await screen.findByText(/^Key not found, \d\d:\d\d$/)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('what is missing in the settings is linked where a test or a notice names it', async () => {
  const refuse = (message: string) => Response.json({ code: 400, message }, { status: 400 })
  const { 'GET /notices': _none, ...others } = acts()
  openFaultyApi({
    'POST /projects/AURA/telegram/test': () =>
      refuse('Telegram test failed for AURA: No channel id is set'),
    'POST /projects/AURA/brevo/test': () =>
      refuse('Brevo integration test failed for AURA: "API key is not set"'),
    'GET /notices': () => [
      {
        id: '4',
        project_id: 'AURA',
        kind: 'chat',
        state: 'failed',
        reason: 'No text is set',
        attempts: 1,
        created_at: '2026-11-20T10:00:00.000Z',
        subject: '7',
      },
    ],
    ...others,
  })
  open()
  await press('Test Telegram')
  await press('Test Brevo')
  for (const [name, setting] of [
    ['Set the channel id', 'telegram_channel_id'],
    ['Set the API key', 'brevo_api_key'],
    ['Write the text', 'telegram_message_text'],
  ] as const) {
    const link = await screen.findByText(name)
    expect(link.getAttribute('href')).toBe(`/project-settings?project=AURA&field=${setting}`)
  }
})

it('a notice that was not sent says why, and is gone once a retry has sent it', async () => {
  const failed = {
    id: '4',
    project_id: 'AURA',
    kind: 'lead',
    state: 'failed',
    reason: 'Key not found',
    attempts: 1,
    created_at: '2026-11-20T10:00:00.000Z',
    subject: 'nadia@a.example',
  }
  let unsent = [failed]
  api = openFaultyApi({
    ...acts(),
    'GET /notices': () => unsent,
    'POST /notices/4/retry': () => {
      unsent = []
      return { ...failed, state: 'sent' }
    },
  })
  open()
  await screen.findByText('Brevo, nadia@a.example')
  await screen.findByText('1 try, Key not found')
  await screen.findByText('Failed')
  await press('Retry')
  await screen.findByText('Nothing is waiting to be sent.')
  expect(api.done('POST /notices/4/retry')).toBe(1)
})

it('offline nothing of a connection can be changed, and the keys stay', async () => {
  open()
  await screen.findByText('site')
  act(() => {
    connection.isOnline = false
  })
  const names = ['Create key', 'Rotate', 'Revoke', 'Test Telegram', 'Test Brevo']
  const isRefused = (name: string) => buttons(name)[0]?.getAttribute('aria-disabled') === 'true'
  await waitFor(() => expect(names.filter(isRefused)).toEqual(names))
  expect(screen.getByText('site')).toBeTruthy()
})

const NODE = 'https://eth.nodes.example/v2/a-secret-key'
const RECEIVER = `0x${'7c'.repeat(20)}`

it('a chain that its node contradicts shows the check and the field, and is connected once it is right', async () => {
  const bodies: unknown[] = []
  const refusal = {
    code: 400,
    message:
      'Path: body.tokens.2.decimals, Message: Decimals of USDC: the contract says 6, not 18.',
    check: [
      { what: 'The node serves Ethereum', ok: true, detail: 'chain 1, 8 s old' },
      { what: 'USDC differs', ok: false, detail: '6 decimals, 18 given' },
    ],
  }
  const connect = ({ body }: { body: unknown }) => {
    bodies.push(body)
    return bodies.length === 1
      ? Response.json(refusal, { status: 400 })
      : { chain: CHAIN, check: [] }
  }
  openFaultyApi({
    'GET /features': () => ({ features: ['chain'] }),
    'GET /projects/AURA/chains': () => [],
    'PUT /projects/AURA/chains/1': connect,
    ...acts(),
  })
  open()
  await screen.findByText('No chain is connected')
  await press('Connect a chain')
  await pressIn('Connect')
  await screen.findByText('Enter the address of a node')
  await type('Node address', NODE)
  await type('Receivers', RECEIVER)
  // Of what was typed, only the address is in no draft.
  expect(JSON.stringify(chainDrafts.read('AURA'))).toContain(RECEIVER)
  expect(JSON.stringify(chainDrafts.read('AURA'))).not.toContain('secret')
  const [, , usdc] = document.querySelectorAll<HTMLInputElement>('[aria-label=Decimals]')
  if (usdc) fireEvent.change(usdc, { target: { value: '18' } })
  await pressIn('Connect')
  await screen.findByText('Decimals of USDC: the contract says 6, not 18.')
  await screen.findByText('USDC differs')
  expect(document.activeElement).toBe(usdc)
  if (usdc) fireEvent.change(usdc, { target: { value: '6' } })
  await pressIn('Connect')
  await screen.findByText('Successfully connected chain')
  await waitFor(() => expect(chainDrafts.ids()).toEqual([]))
  expect(bodies.at(-1)).toMatchObject({ rpc_url: NODE, receivers: [RECEIVER], from_block: null })
})

it('a connected chain is changed without its node’s address, and disconnected', async () => {
  let chains = [CHAIN]
  const bodies: unknown[] = []
  openFaultyApi({
    'GET /features': () => ({ features: ['chain'] }),
    'GET /projects/AURA/chains': () => chains,
    'GET /transactions/facets': () => ({ stages: [], payment_tokens: ['ETH', 'SOL'], keys: [] }),
    'PUT /projects/AURA/chains/1': ({ body }) => {
      bodies.push(body)
      return { chain: CHAIN, check: [] }
    },
    'DELETE /projects/AURA/chains/1': () => {
      chains = []
    },
    ...acts(),
  })
  open()
  await screen.findByText(/^SOL has no connected chain/)
  await screen.findByText('Up to date')
  await press('Actions for Ethereum')
  fireEvent.click(await screen.findByText('Change'))
  expect((await field('Node address')).value).toBe('')
  await type('Confirmations', '20')
  await pressIn('Save')
  await screen.findByText('Successfully changed chain')
  expect(bodies).toEqual([
    {
      name: 'Ethereum',
      explorer_url: null,
      confirmations: 20,
      receivers: [RECEIVER],
      tokens: CHAIN.tokens,
      from_block: 5,
    },
  ])
  await press('Actions for Ethereum')
  fireEvent.click(await screen.findByText('Disconnect'))
  await screen.findByText('Disconnect Ethereum?')
  await pressIn('Disconnect')
  await screen.findByText('No chain is connected')
})

const CHAIN: Chain = {
  chain_id: 1,
  name: 'Ethereum',
  rpc_host: 'eth.nodes.example',
  explorer_url: null,
  confirmations: 12,
  receivers: [RECEIVER],
  tokens: [{ symbol: 'ETH', address: null, decimals: 18 }],
  from_block: 5,
  state: 'ok',
  head_block: 9,
  scanned_block: 9,
  error: null,
  checked_at: null,
  head_at: null,
  failing_since: null,
  next_try_at: null,
}

it('a reading key is created for what is chosen, shown once, and revoked', async () => {
  let keys: object[] = []
  const bodies: unknown[] = []
  const made = { id: '7', last4: 'x7Pd', created_by: 'omar@saleroom.example', used_today: 412 }
  openFaultyApi({
    'GET /features': () => ({ features: ['readers'] }),
    'GET /reading-keys': () => keys,
    'POST /reading-keys': ({ body }) => {
      bodies.push(body)
      const times = { created_at: '2026-11-01T09:00:00.000Z', last_used_at: null }
      keys = [{ ...made, ...times, ...(body as object) }]
      return { ...keys[0], key: READING_KEY }
    },
    'DELETE /reading-keys/7': () => {
      keys = []
    },
    ...acts(),
  })
  open()
  await screen.findByText('No reading keys')
  await screen.findByText(/All projects, not only AURA/)
  await press('Create reading key')
  await pressIn('Create key')
  await screen.findByText('Enter a name')
  await screen.findByText('Choose what the key reads')
  await screen.findByText('Choose at least one project')
  await type('Name', 'Monthly sheet')
  // Nothing is chosen along with Lists.
  for (const name of ['Lists', 'All projects']) await press(name)
  await screen.findByText('A project that is added later is included.')
  await pressIn('Create key')
  await screen.findByText('Successfully created reading key')
  expect(bodies).toMatchObject([{ name: 'Monthly sheet', projects: 'all', scopes: ['lists'] }])
  await screen.findByText(READING_KEY)
  // The example shows less than it copies.
  expect(dialog()?.querySelector('pre')?.textContent).toContain('Bearer slr_…x7Pd')
  await pressIn('Done')
  await press('Back')
  fireEvent.copy(screen.getByText(READING_KEY))
  await press('Done')
  await screen.findByText('412 today')
  expect(document.body.textContent).not.toContain(READING_KEY)
  await press('Revoke Monthly sheet')
  await screen.findByText(/It was never used/)
  await pressIn('Revoke')
  await screen.findByText('Successfully revoked reading key')
  await screen.findByText('No reading keys')
})

const READING_KEY = `slr_${'k'.repeat(43)}`

const LOST = 'If it is in the list, revoke it and create another one.'

describe('A change of keys that was not answered says what to do, and can be sent again', () => {
  it.each([
    {
      what: 'a new key',
      call: 'POST /projects/AURA/keys',
      verb: 'Create key',
      fallback: `The key did not arrive. ${LOST}`,
      success: NEW_KEY,
    },
    {
      what: 'a rotation',
      call: 'POST /projects/AURA/keys/*',
      verb: 'Rotate',
      fallback: `The new key did not arrive. ${LOST}`,
      success: NEW_KEY,
    },
    {
      what: 'a revocation',
      call: 'DELETE /projects/AURA/keys/*',
      verb: 'Revoke',
      fallback: 'Error revoking key',
      success: 'Key revoked',
    },
  ])('$what', async ({ call, verb, fallback, success }) => {
    open()
    await screen.findByText('site')
    await press(verb)
    if (verb === 'Create key') await type('Name', 'worker')
    api.break(call, 'no connection')
    await pressIn(verb)
    await screen.findByText(fallback)
    isOpen()
    await waitFor(() => expect(connection.isOnline).toBe(true))
    api.mend()
    await pressIn(verb)
    await screen.findByText(success)
    expect(api.done(call)).toBe(1)
  })

  it('a name that was typed stays', async () => {
    open()
    await press('Create key')
    await type('Name', 'worker')
    api.break('POST /projects/AURA/keys', '500')
    await pressIn('Create key')
    await screen.findByText('Internal server error')
    expect((await field('Name')).value).toBe('worker')
  })
})

const NOW = new Date(2026, 10, 20, 14, 30).getTime()

const notice = (more: Partial<Notice>): Notice => ({
  id: '1',
  project_id: 'AURA',
  kind: 'chat',
  state: 'failed',
  reason: null,
  attempts: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  ...more,
})

test.each<[Partial<Notice>, string]>([
  [{ kind: 'chat', subject: '48219' }, 'Telegram, transaction 48219'],
  [{ kind: 'lead', subject: 'nadia@a.example' }, 'Brevo, nadia@a.example'],
  [{ kind: 'lead' }, 'Brevo'],
])('%j is named %s', (more, text) => {
  expect(describeNotice(notice(more))).toBe(text)
})

const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

test.each<[Partial<Notice>, string]>([
  [{ attempts: 1, reason: 'Key not found' }, '1 try, Key not found'],
  [{ attempts: 8 }, '8 tries'],
  [{ state: 'waiting', next_attempt_at: inMinutes(10) }, 'Next 14:40'],
  [{ state: 'waiting', next_attempt_at: inMinutes(600) }, 'Next 00:30, 21 Nov'],
  [
    { state: 'waiting', next_attempt_at: inMinutes(1), reason: 'Could not be reached' },
    'Next 14:31, Could not be reached',
  ],
  [{ state: 'waiting', next_attempt_at: inMinutes(0) }, 'Next in line'],
  [{ state: 'waiting' }, 'Next in line'],
])('%j reads %s', (more, text) => {
  expect(describeState(notice(more), NOW)).toBe(text)
})
