import { describe, expect, it, test } from 'vitest'
import type { Chain } from '#src/wire/chains.ts'
import {
  chainFormSchema,
  draftOf,
  newChainForm,
  OTHER_CHAIN,
  presetForm,
  refusedFields,
  toChainForm,
  toChainUpdate,
  type ChainForm,
} from './chain-form.ts'

const RECEIVER = '0x7c93d51fb0e8a246c9d37fe10b5a482e6f9141d0'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

const ETHEREUM: Chain = {
  chain_id: 1,
  name: 'Ethereum',
  rpc_host: 'eth.nodes.example',
  explorer_url: 'https://explorer.example',
  confirmations: 12,
  receivers: [RECEIVER],
  tokens: [
    { symbol: 'ETH', address: null, decimals: 18 },
    { symbol: 'USDT', address: USDT, decimals: 6 },
  ],
  from_block: 23_148_020,
  state: 'ok',
  head_block: null,
  scanned_block: null,
  error: null,
  checked_at: null,
  head_at: null,
  failing_since: null,
  next_try_at: null,
}
const LOCAL = { ...ETHEREUM, chain_id: 31_337, name: 'Local', explorer_url: null }

const filled = (changes: Partial<ChainForm> = {}): ChainForm => ({
  ...presetForm('1'),
  rpc_url: ' https://eth.nodes.example/v2/secret ',
  receivers: `\n ${RECEIVER}\n\n0x19e4c7a80d62b3f5e71c90ab48d63f52107ae8b6\n`,
  ...changes,
})
const errorsOf = (form: ChainForm, options: { isNew?: boolean; connected?: Chain[] } = {}) =>
  (
    chainFormSchema({ isNew: true, connected: [], ...options }).safeParse(form).error?.issues ?? []
  ).map(({ path, message }) => `${path.join('.')}: ${message}`)

test('a form becomes the request: numbers with separators, addresses by line, the coin without a contract', () => {
  const update = toChainUpdate(
    filled({ from_block: '23,148,020', confirmations: '12', explorer_url: 'https://e.example//' }),
  )
  expect(update).toEqual({
    name: 'Ethereum',
    rpc_url: 'https://eth.nodes.example/v2/secret',
    explorer_url: 'https://e.example',
    confirmations: 12,
    receivers: [RECEIVER, '0x19e4c7a80d62b3f5e71c90ab48d63f52107ae8b6'],
    tokens: [
      { symbol: 'ETH', address: null, decimals: 18 },
      { symbol: 'USDT', address: USDT, decimals: 6 },
      { symbol: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    ],
    from_block: 23_148_020,
  })
  expect(toChainUpdate(filled()).from_block).toBeNull()
})

it.each([ETHEREUM, LOCAL])(
  'a saved chain that is not changed is sent as it is, without the node’s address',
  (chain) => {
    const form = toChainForm(chain)
    expect(form.rpc_url).toBe('')
    expect(toChainUpdate(form)).toEqual({
      name: chain.name,
      explorer_url: chain.explorer_url,
      confirmations: chain.confirmations,
      receivers: chain.receivers,
      tokens: chain.tokens,
      from_block: chain.from_block,
    })
    expect(errorsOf(form, { isNew: false, connected: [chain] })).toEqual([])
  },
)

describe('what is wrong stands at its field', () => {
  test.each<[string, Partial<ChainForm>, string]>([
    ['nothing', {}, ''],
    ['no node', { rpc_url: ' ' }, 'rpc_url: Enter the address of a node'],
    [
      'user info',
      { rpc_url: 'https://a:b@n.example' },
      'rpc_url: Must be an http or https URL without user info',
    ],
    [
      'no confirmations',
      { confirmations: '' },
      'confirmations: Must be a whole number from 1 to 10000',
    ],
    [
      'a fraction',
      { confirmations: '1.5' },
      'confirmations: Must be a whole number from 1 to 10000',
    ],
    ['no receiver', { receivers: ' \n' }, 'receivers: Needs at least one address'],
    [
      'half an address',
      { receivers: `\n${RECEIVER}\n0x12` },
      'receivers: Line 3: Must be 0x and 40 hexadecimal digits',
    ],
    [
      'a receiver twice',
      { receivers: `${RECEIVER}\n${RECEIVER}` },
      'receivers: Line 2: Is there twice',
    ],
    [
      'a mistyped receiver',
      { receivers: '0xDAC17F958D2ee523a2206206994597C13D831ec7' },
      'receivers: Line 1: Its capital letters do not match',
    ],
    ['no token', { tokens: [] }, 'tokens: Needs at least one token'],
    [
      'no decimals',
      { tokens: [{ symbol: 'X', address: '', decimals: '' }] },
      'tokens.0.decimals: Decimals of X: must be a whole number from 0 to 36',
    ],
    [
      'no symbol',
      { tokens: [{ symbol: ' ', address: '', decimals: '6' }] },
      'tokens.0.symbol: Symbol of row 1: must be 1 to 100 characters',
    ],
    [
      'a mistyped contract',
      {
        tokens: [
          { symbol: 'X', address: '0xDAC17F958D2ee523a2206206994597C13D831ec7', decimals: '6' },
        ],
      },
      'tokens.0.address: Contract of X: its capital letters do not match',
    ],
    ['no id', { choice: OTHER_CHAIN, name: 'A' }, 'chain_id: Must be a whole number of 1 or more'],
    [
      'no name',
      { choice: OTHER_CHAIN, chain_id: '10', name: '' },
      'name: Must be 1 to 100 characters',
    ],
    [
      'the id of a preset',
      { choice: OTHER_CHAIN, chain_id: '56', name: 'B' },
      'chain_id: Choose BNB Smart Chain above',
    ],
    [
      'a connected chain',
      { choice: OTHER_CHAIN, chain_id: '31337', name: 'L' },
      'chain_id: Local is connected already: change it instead',
    ],
  ])('%s', (_name, changes, expected) => {
    const errors = errorsOf(filled(changes), { connected: [LOCAL] })
    expect(errors.length).toBe(expected === '' ? 0 : 1)
    expect(errors.join()).toContain(expected)
  })
})

test('a refusal of the server is read back to the fields that it names', () => {
  const message =
    'Path: body.tokens.2.decimals, Message: Decimals of USDC: the contract says 6, not 18. | Path: body.rpc_url, Message: The node does not answer | Path: params.chain_id, Message: The node serves chain 56, not 1 | Path: body.zzz, Message: no'
  expect(refusedFields(message)).toEqual([
    { field: 'tokens.2.decimals', message: 'Decimals of USDC: the contract says 6, not 18.' },
    { field: 'rpc_url', message: 'The node does not answer' },
    { field: 'rpc_url', message: 'The node serves chain 56, not 1' },
  ])
  expect(refusedFields('Something else')).toEqual([])
})

test('the address of the node is never part of a draft', () => {
  const initial = presetForm('1')
  const secret = 'https://eth.nodes.example/v2/secret'
  expect(draftOf({ ...initial, rpc_url: secret }, initial)).toEqual({})
  const draft = draftOf({ ...initial, rpc_url: secret, receivers: RECEIVER }, initial)
  expect(draft.receivers).toBe(RECEIVER)
  expect(JSON.stringify(draft)).not.toContain('secret')
})

test('the first preset that is not connected is offered first', () => {
  expect(newChainForm([]).choice).toBe('1')
  expect(newChainForm([ETHEREUM]).choice).toBe('56')
})
