import { describe, expect, test } from 'vitest'
import { addressLinks, EXPLORER_PRESETS, hashLink } from '#src/domain/sale/explorers.ts'
import type { ProjectUpdate } from '#src/wire/project-settings.ts'
import type { Project } from '#src/wire/projects.ts'
import { OWN_LINKS, readRows, rowErrors, toRowsText, type ExplorerRow } from './explorers-form.ts'
import {
  editedCount,
  settingsFormSchema,
  toProjectUpdate,
  toSettingsForm,
  type SettingsForm,
} from './settings-form.ts'

const AURA: Project = {
  id: 'AURA',
  project_ticker: 'AURA',
  website_url: 'https://aura.example',
  buy_url: null,
  api_url: null,
  created_at: '2025-08-14T09:12:00.000Z',
  banners_enabled: 1,
  banners_desktop_aspect_ratio: '16:5',
  banners_mobile_aspect_ratio: '4:5',
  forward_leads_to_brevo: 0,
  brevo_api_key: '••••4f2a',
  brevo_list_id: 14,
  default_min_referral_spend: 150,
  default_referral_token_bonus_percentage: 3,
  staking_rewards_active: 1,
  telegram_channel_id: '-100',
  telegram_message_text: 'New {project_ticker}\n',
  telegram_notifications_enabled: 1,
  telegram_notifications_media_url: null,
}

describe('only changed fields are sent', () => {
  const cases: [string, Partial<SettingsForm>, ProjectUpdate][] = [
    ['nothing', {}, {}],
    ['a text', { buy_url: 'https://aura.example/buy' }, { buy_url: 'https://aura.example/buy' }],
    ['spaces around a text', { project_ticker: ' AURA ' }, {}],
    ['an emptied text', { website_url: '' }, { website_url: null }],
    ['a text that stays empty', { buy_url: '  ' }, {}],
    ['a switch', { forward_leads_to_brevo: true }, { forward_leads_to_brevo: 1 }],
    ['a switch moved back', { telegram_notifications_enabled: true }, {}],
    ['a number', { default_min_referral_spend: 149.5 }, { default_min_referral_spend: 149.5 }],
    ['an emptied number', { default_min_referral_spend: null }, { default_min_referral_spend: 0 }],
    ['a list', { brevo_list_id: '15' }, { brevo_list_id: 15 }],
    ['an emptied list', { brevo_list_id: '' }, { brevo_list_id: null }],
    ['a new key', { brevo_api_key: 'xkeysib-1' }, { brevo_api_key: 'xkeysib-1' }],
    ['an emptied key', { brevo_api_key: '' }, { brevo_api_key: null }],
    [
      'a limit with its separators and all its digits',
      { credit_approval_over: '9,007,199,254,740,993.000000000000000001' },
      { credit_approval_over: '9007199254740993.000000000000000001' },
    ],
    ['a limit of zero', { credit_step_up_over: '0' }, { credit_step_up_over: '0' }],
    ['a limit of codes', { bonus_code_step_up_over: 25 }, { bonus_code_step_up_over: 25 }],
    ['blanks instead of a limit', { credit_step_up_over: '  ' }, {}],
    [
      'line ends of the message',
      { telegram_message_text: 'New {project_ticker}' },
      { telegram_message_text: 'New {project_ticker}' },
    ],
    ['rewards switched off', { staking_rewards_active: false }, { staking_rewards_active: 0 }],
    [
      'three fields',
      { project_ticker: 'AUR', brevo_list_id: '9', telegram_channel_id: '' },
      { project_ticker: 'AUR', brevo_list_id: 9, telegram_channel_id: null },
    ],
  ]
  test.each(cases)('%s', (_name, edits, update) => {
    expect(toProjectUpdate(AURA, { ...toSettingsForm(AURA), ...edits })).toEqual(update)
  })

  test('a saved limit is shown grouped, sent only if it is another amount, and removed as null', () => {
    const limited: Project = { ...AURA, credit_approval_over: '350000.500000000000000000' }
    const form = toSettingsForm(limited)
    expect(form.credit_approval_over).toBe('350,000.5')
    const updateOf = (credit_approval_over: string) =>
      toProjectUpdate(limited, { ...form, credit_approval_over })
    expect(updateOf('350000.50')).toEqual({})
    expect(updateOf('')).toEqual({ credit_approval_over: null })
    expect(updateOf('350000')).toEqual({ credit_approval_over: '350000' })
  })

  test('disabled rewards are not sent', () => {
    const off: Project = { ...AURA, staking_rewards_active: 0 }
    expect(toProjectUpdate(off, toSettingsForm(off))).toEqual({})
  })

  test('a role that only sees the Leads group sends nothing else', () => {
    const { id, project_ticker, website_url, api_url, created_at } = AURA
    const seen: Project = {
      id,
      project_ticker,
      website_url,
      api_url,
      created_at,
      banners_enabled: 0,
      banners_desktop_aspect_ratio: null,
      banners_mobile_aspect_ratio: null,
      forward_leads_to_brevo: 0,
      brevo_api_key: null,
      brevo_list_id: null,
    }
    expect(toProjectUpdate(seen, { ...toSettingsForm(seen), brevo_api_key: 'k' })).toEqual({
      brevo_api_key: 'k',
    })
  })
})

test.each([
  [{}, null],
  [{ buy_url: null }, '1 field edited'],
  [{ buy_url: null, brevo_list_id: 1 }, '2 fields edited'],
])('%j counts as %j', (update: ProjectUpdate, text) => {
  expect(editedCount(update)).toBe(text)
})

const errorOf = (edits: Partial<SettingsForm>, hasMedia = false) =>
  settingsFormSchema({ savedKey: '••••4f2a', hasMedia }).safeParse({
    ...toSettingsForm(AURA),
    ...edits,
  }).error?.issues[0]?.message ?? null

describe('explorers', () => {
  const ETHEREUM = {
    hash_url: 'https://etherscan.io/tx/{hash}',
    address_url: 'https://etherscan.io/address/{address}',
  }
  const OWN = {
    hash_url: 'https://scan.example/tx/{hash}',
    address_url: 'https://scan.example/a/{address}',
  }
  const row = (token: string, chain: string, links = { hash_url: '', address_url: '' }) => ({
    token,
    chain,
    ...links,
  })

  test('are shown by the chain whose links they have, and sent if one changes', () => {
    const explorers = [
      { payment_token: 'BNB', ...OWN },
      { payment_token: null, ...ETHEREUM },
    ]
    const saved: Project = { ...AURA, explorers }
    const form = toSettingsForm(saved)
    const rows = [row('BNB', OWN_LINKS, OWN), row('', 'Ethereum', ETHEREUM)]
    expect(readRows(form.explorers)).toEqual(rows)
    const updateOf = (changed: ExplorerRow[]) =>
      toProjectUpdate(saved, { ...form, explorers: toRowsText(changed) })
    expect(updateOf([row(' BNB ', OWN_LINKS, OWN), row('', 'Ethereum')])).toEqual({})
    expect(updateOf([row('BNB', OWN_LINKS, OWN)])).toEqual({ explorers: explorers.slice(0, 1) })
    expect(updateOf([])).toEqual({ explorers: [] })
  })

  test.each([
    ['two for all other tokens', [row('', 'Base'), row(' ', 'Base')], 1, 'payment_token'],
    ['two for one token', [row('eth', 'Base'), row('ETH', 'Base')], 1, 'payment_token'],
    ['no own link', [row('ETH', OWN_LINKS, { ...OWN, address_url: '' })], 0, 'address_url'],
  ])('%s are refused at their field', (_name, rows, at, name) => {
    expect([...rowErrors(rows)]).toEqual([[at, { [name]: expect.any(String) }]])
    expect(errorOf({ explorers: toRowsText(rows) })).toBe('Has an invalid explorer')
  })

  test('every chain has valid links', () => {
    const rows = [...EXPLORER_PRESETS.keys()].map((chain) => row(chain, chain))
    expect([rows.length, rowErrors(rows).size]).toEqual([8, 0])
  })

  test('a link leads to the explorer of the payment token, else to that of all others', () => {
    const explorers = [
      { payment_token: null, ...ETHEREUM },
      { payment_token: 'bnb', ...OWN },
    ]
    const linkOf = (payment_token_name: string | null, transaction_hash: string | null = '0xa/b') =>
      hashLink(explorers, { payment_token_name, transaction_hash })
    expect(linkOf('BNB')).toBe('https://scan.example/tx/0xa%2Fb')
    expect(linkOf('ETH')).toBe('https://etherscan.io/tx/0xa%2Fb')
    expect(linkOf(null)).toBe('https://etherscan.io/tx/0xa%2Fb')
    expect(linkOf('BNB', null)).toBeNull()
    expect(hashLink([], { payment_token_name: 'BNB', transaction_hash: '0x' })).toBeNull()
    expect(addressLinks(explorers.toReversed(), '0xab')).toEqual([
      { host: 'etherscan.io', url: 'https://etherscan.io/address/0xab' },
      { host: 'scan.example', url: 'https://scan.example/a/0xab' },
    ])
  })
})

describe('validation', () => {
  test.each<[Partial<SettingsForm>, string | null]>([
    [{}, null],
    [{ website_url: '' }, null],
    [{ website_url: 'http://aura.example/a?b=c' }, null],
    [{ website_url: 'javascript:alert(1)' }, 'Must be a valid http(s) URL'],
    [{ buy_url: '//aura.example' }, 'Must be a valid http(s) URL'],
    [{ buy_url: 'https://user@aura.example' }, 'Must be a valid http(s) URL'],
    [{ credit_step_up_over: '' }, null],
    [{ credit_step_up_over: '0' }, null],
    [{ credit_step_up_over: '-1' }, 'Must be an amount, with at most 18 decimals'],
    [{ credit_approval_over: '1e9' }, 'Must be an amount, with at most 18 decimals'],
    [
      { credit_approval_over: `0.${'1'.repeat(19)}` },
      'Must be an amount, with at most 18 decimals',
    ],
    [{ bonus_code_step_up_over: 1000 }, null],
    [{ bonus_code_step_up_over: 1000.5 }, 'Must be less than or equal to 1000'],
    [{ brevo_list_id: '1.5' }, 'Must be a whole number'],
    [{ brevo_list_id: '0' }, 'Must be a whole number'],
    [{ brevo_list_id: '' }, null],
    [{ brevo_api_key: '••••4f2ax' }, 'Must be a whole key'],
    [{ brevo_api_key: '••••' }, 'Must be a whole key'],
    [{ brevo_api_key: '' }, null],
    [{ default_referral_token_bonus_percentage: 100.1 }, 'Must be less than or equal to 100'],
    [{ default_referral_token_bonus_percentage: Number.NaN }, 'Invalid number'],
    [{ default_min_referral_spend: Number.NaN }, 'Invalid number'],
    [{ default_min_referral_spend: -1 }, 'Must be greater than or equal to 0'],
    [{ telegram_message_text: 'x'.repeat(4096) }, null],
    [{ telegram_message_text: 'x'.repeat(4097) }, 'Must be at most 4096 characters'],
    [{ telegram_message_text: '<b>{tokens_bought}</b>' }, null],
    [{ telegram_message_text: '<b>{tokens_bought}' }, 'The tag <b> is not closed'],
  ])('%j', (edits, error) => {
    expect(errorOf(edits)).toBe(error)
  })

  test('with media the message has at most 1,024 characters', () => {
    expect(errorOf({ telegram_message_text: 'x'.repeat(1024) }, true)).toBe(null)
    expect(errorOf({ telegram_message_text: 'x'.repeat(1025) }, true)).toBe(
      'Must be at most 1024 characters',
    )
  })
})
