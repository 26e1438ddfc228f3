import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fakeAddress, fakeHash } from '#tests/support/chain/fake-chain.ts'
import { openFakeNode, type FakeNode } from '#tests/support/chain/fake-node.ts'
import { NodeError } from './chain-node.ts'
import { openNodes } from './open-node.ts'
const [USDT, SAFE, PAYER] = [fakeAddress('usdt'), fakeAddress('safe'), fakeAddress('payer')]
const search = { from: 0, to: 2000, receivers: [SAFE], tokens: [USDT] }
let hash: string
let node: FakeNode
beforeAll(async () => {
  node = await openFakeNode({ chainId: 1 })
  const pay = { token: USDT, from: PAYER, to: SAFE, units: 5n }
  hash = node.chain.payToken(pay).hash
})
afterEach(() => node.rewrite(null))
afterAll(() => node.close())

const OTHER = fakeHash('other')
const TWO_70 = `0x${(2n ** 70n).toString(16)}`
const nested = (): unknown => {
  let deep: unknown = 'x'
  for (let level = 0; level < 5000; level++) deep = [deep]
  return deep
}
const VALUES = {
  null: null,
  number: 5,
  text: 'many',
  flag: true,
  object: {},
  list: [],
  negative: '-0x5',
  fraction: '0x1.5',
  'a hash without 0x': OTHER.slice(2),
  'more than 256 bits': `0x${'f'.repeat(65)}`,
  'a long text': 'x'.repeat(100_000),
  'nested deeply': nested(),
}
const FIELDS = {
  eth_getTransactionReceipt: [
    'transactionHash',
    'blockHash',
    'blockNumber',
    'from',
    'status',
    'logs',
    'logs.0.address',
    'logs.0.topics',
    'logs.0.data',
    'logs.0.blockHash',
    'logs.0.blockNumber',
    'logs.0.transactionHash',
    'logs.0.logIndex',
  ],
  eth_getTransactionByHash: ['hash', 'blockHash', 'blockNumber', 'from', 'value', 'input'],
  eth_getBlockByNumber: ['number', 'hash', 'timestamp'],
  eth_getLogs: [
    '0.address',
    '0.topics',
    '0.data',
    '0.blockNumber',
    '0.transactionHash',
    '0.logIndex',
  ],
  eth_chainId: [''],
} as const
type Method = keyof typeof FIELDS
// Empty lists are right lists, and no logs are no payments.
const isRight = (field: string, name: string) =>
  name === 'list' && /(?:^|\.)(?:logs|topics)$/.test(field)
const CHANGES = Object.entries(FIELDS).flatMap(([method, fields]) =>
  fields.flatMap((field) =>
    Object.entries({ ...VALUES, absent: undefined })
      .filter(([name]) => !isRight(field, name))
      .map(([name, value]) => ({ method, field, name, value })),
  ),
)
const OTHERS: { method: Method; field: string; name: string; value: unknown }[] = [
  { method: 'eth_getTransactionReceipt', field: 'transactionHash', name: 'other', value: OTHER },
  { method: 'eth_getTransactionReceipt', field: 'blockHash', name: 'other', value: OTHER },
  { method: 'eth_getTransactionReceipt', field: 'blockNumber', name: 'other', value: '0x1' },
  { method: 'eth_getTransactionReceipt', field: 'blockNumber', name: '2^70', value: TWO_70 },
  { method: 'eth_getTransactionReceipt', field: 'from', name: 'other', value: USDT },
  { method: 'eth_getTransactionReceipt', field: 'status', name: 'two', value: '0x2' },
  { method: 'eth_getTransactionReceipt', field: 'logs.0.blockNumber', name: 'one', value: '0x1' },
  { method: 'eth_getTransactionReceipt', field: 'logs.0.blockHash', name: 'other', value: OTHER },
  {
    method: 'eth_getTransactionReceipt',
    field: 'logs.0.transactionHash',
    name: 'other',
    value: OTHER,
  },
  { method: 'eth_getTransactionReceipt', field: 'logs.0.removed', name: 'yes', value: true },
  { method: 'eth_getTransactionReceipt', field: '', name: 'absent', value: null },
  { method: 'eth_getTransactionByHash', field: '', name: 'absent', value: null },
  { method: 'eth_getTransactionByHash', field: 'hash', name: 'other', value: OTHER },
  { method: 'eth_getTransactionByHash', field: 'blockHash', name: 'other', value: OTHER },
  { method: 'eth_getTransactionByHash', field: 'blockNumber', name: 'other', value: '0x1' },
  { method: 'eth_getBlockByNumber', field: 'number', name: '2^70', value: TWO_70 },
  { method: 'eth_getBlockByNumber', field: 'timestamp', name: '2^70', value: TWO_70 },
  { method: 'eth_getBlockByNumber', field: 'timestamp', name: '9999', value: '0x3b00000000' },
  { method: 'eth_getLogs', field: '', name: 'no list', value: {} },
  { method: 'eth_getLogs', field: '0.address', name: 'other', value: PAYER },
  { method: 'eth_getLogs', field: '0.blockNumber', name: 'later', value: '0x7d1' },
  { method: 'eth_getLogs', field: '0.topics.0', name: 'other', value: OTHER },
  { method: 'eth_getLogs', field: '0.topics.2', name: 'other', value: OTHER },
  { method: 'eth_getLogs', field: '0.removed', name: 'yes', value: true },
  {
    method: 'eth_getLogs',
    field: '',
    name: 'huge',
    value: Array.from({ length: 100_001 }, () => null),
  },
]

/** With a pace of its own. */
const readAll = async () => {
  const opened = openNodes({ origins: [node.url] })({ url: node.url, chainId: 1 })
  return Promise.allSettled([
    opened.readHead(),
    opened.readTransactions([hash]),
    opened.readTransfers(search),
  ])
}

test('an answer is right before it is changed', async () => {
  const [head, mined, transfers] = await readAll()
  expect([head.status, mined.status, transfers.status]).toEqual(Array(3).fill('fulfilled'))
  const [value] = transfers.status === 'fulfilled' ? transfers.value : []
  expect(value).toMatchObject({ token: USDT, payer: PAYER, receiver: SAFE, units: 5n })
})

test.each(Object.keys(FIELDS))(
  'a changed answer to %s is an error of the node, for every value',
  async (name) => {
    const wrong = [...CHANGES, ...OTHERS].filter(({ method }) => method === name)
    for (const { field, name: kind, value } of wrong) {
      node.rewrite((method, _params, result) =>
        method === name ? withValue(result, field, value) : result,
      )
      const reads = await readAll()
      const failures = reads.flatMap((read) => (read.status === 'rejected' ? [read.reason] : []))
      expect([field, kind, failures.length > 0]).toEqual([field, kind, true])
      for (const failure of failures) expect(failure).toBeInstanceOf(NodeError)
    }
  },
)

/** A copy with another value at a path; undefined removes it. */
function withValue(result: unknown, path: string, value: unknown): unknown {
  if (path === '') return value
  const copy: unknown = structuredClone(result)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce<unknown>((at, name) => readField(at, name), copy)
  if (typeof parent === 'object' && parent !== null)
    if (value === undefined) Reflect.deleteProperty(parent, last)
    else Reflect.set(parent, last, value)
  return copy
}

const readField = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
