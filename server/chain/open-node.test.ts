import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakeNode, type FakeNode, type Misbehaviour } from '#tests/support/chain/fake-node.ts'
import { openNodes } from './open-node.ts'

const KEY = 'k7Qm3xT8vR2n'
let node: FakeNode
beforeAll(async () => {
  node = await openFakeNode({ chainId: 1 })
})
beforeEach(() => {
  node.misbehave(null)
  node.resetCounts()
})
afterAll(() => node.close())

const REFUSED = [
  'https://127.0.0.1:{port}/',
  'https://127.1:{port}/',
  'https://2130706433:{port}/',
  'https://0x7f000001:{port}/',
  'https://0x7f.0.0.1:{port}/',
  'https://0177.0.0.1:{port}/',
  'https://0:{port}/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://10.255.255.255:8545/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://192.168.0.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]:{port}/',
  'https://[::ffff:127.0.0.1]:{port}/',
  'https://[::ffff:7f00:1]:{port}/',
  'https://[::127.0.0.1]:{port}/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25lo]/',
  'https://[ff02::1]/',
  'https://localhost:{port}/',
  'https://LOCALHOST.:{port}/',
  'https://private.example/',
  'https://mixed.example/',
  'https://nothing.example/',
  'https://user:secret@node.example/',
  'https://user@node.example/',
  'https://node.example:22/',
  'https://node.example:80/',
  'https://node.example:99999/',
  'http://node.example/',
  'http://127.0.0.1:{port}/',
  'ws://node.example/',
  'ftp://node.example/',
  'file:///etc/passwd',
  'https://127.0.0.1:{port}\\@node.example/',
]
const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1'],
  'localhost.': ['127.0.0.1'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['1.1.1.1', '::1'],
}

describe('an address that is not public', () => {
  test.each(REFUSED)('%s is refused, and nothing is sent', async (template) => {
    const open = openNodes({
      origins: [],
      resolve: (name, _options, done) =>
        done(
          null,
          (NAMES[name] ?? []).map((address) => ({
            address,
            family: address.includes(':') ? 6 : 4,
          })),
        ),
    })
    const url = template.replace('{port}', new URL(node.url).port)
    const opened = open({ url: `${url}${KEY}`, chainId: 1 })
    for (const read of [() => opened.readHead(), () => opened.readTransactions([])])
      await expect(read()).rejects.toThrow(/not public|Must be|port must/)
    expect(node.http.requests).toBe(0)
  })
})

const HOSTILE: [string, Misbehaviour, string][] = [
  ['another chain', { kind: 'chain_id', chainId: 56 }, 'The node serves chain 56, not 1'],
  ['rubbish', { kind: 'rubbish' }, 'The node’s answer is not JSON-RPC'],
  ['429', { kind: 'status', status: 429 }, 'The node answers 429 Too Many Requests'],
  ['503', { kind: 'status', status: 503 }, 'The node answers 503 Service Unavailable'],
  ['endless', { kind: 'endless' }, 'The node answers with more than 1 MB'],
  ['silence', { kind: 'silence' }, 'The node does not answer within 1 seconds'],
  ['a trickle', { kind: 'trickle' }, 'The node does not answer within 1 seconds'],
  ['broken connections', { kind: 'hang_up' }, 'The node closes the connection'],
  [
    'a redirect',
    { kind: 'redirect', to: 'http://127.0.0.1:1/' },
    'The node redirects, and redirects are not followed',
  ],
  [
    'errors',
    { kind: 'error', code: -32_603, message: `key ${KEY}` },
    'internal error, code -32603',
  ],
]

test.each(HOSTILE)('%s ends a read with words for people', async (_name, misbehaviour, message) => {
  const open = openNodes({ origins: [node.url], deadlineMs: 1000, maxBytes: 1_000_000 })
  const opened = open({ url: `${node.url}/${KEY}`, chainId: 1 })
  node.misbehave(misbehaviour)
  const error: unknown = await opened.readHead().catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
  expect(JSON.stringify(error) + String(error)).not.toContain(KEY)
})

test('a node that asks to wait is believed', async () => {
  const opened = openNodes({ origins: [node.url] })({ url: node.url, chainId: 1 })
  node.misbehave({ kind: 'status', status: 429, retryAfter: '7' })
  await expect(opened.readHead()).rejects.toMatchObject({ retryAfterMs: 7000 })
})
