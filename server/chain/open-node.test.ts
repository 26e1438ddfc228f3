import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeAddress } from '#tests/support/chain/fake-chain.ts'
import { openFakeNode, type FakeNode, type Misbehaviour } from '#tests/support/chain/fake-node.ts'
import { NodeError } from './chain-node.ts'
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

const MISBEHAVIOURS: [string, Misbehaviour, string][] = [
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

test.each(MISBEHAVIOURS)(
  '%s ends a read with words for people',
  async (_name, misbehaviour, message) => {
    const open = openNodes({ origins: [node.url], deadlineMs: 1000, maxBytes: 1_000_000 })
    const opened = open({ url: `${node.url}/${KEY}`, chainId: 1 })
    node.misbehave(misbehaviour)
    const error: unknown = await opened.readHead().catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({ message: expect.stringContaining(message) })
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY)
  },
)

test('a node that asks to wait is believed', async () => {
  const opened = openNodes({ origins: [node.url] })({ url: node.url, chainId: 1 })
  node.misbehave({ kind: 'status', status: 429, retryAfter: '7' })
  await expect(opened.readHead()).rejects.toMatchObject({ retryAfterMs: 7000 })
})

/** Opens a server of HTTP that responds to the parsed requests of one body, and runs `read` with a node of it. */
async function withServer(
  respond: (requests: Requested[], response: ServerResponse) => void,
  read: (url: string) => Promise<void>,
): Promise<void> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    // viem sends requests of JSON-RPC.
    const requests = [JSON.parse(await readBody(request)) as Requested | Requested[]].flat()
    respond(requests, response)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  try {
    await read(`http://127.0.0.1:${port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

interface Requested {
  id: number
  method: string
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const openAt = (url: string, options = {}) =>
  openNodes({ origins: [url], ...options })({ url: `${url}/${KEY}`, chainId: 1 })

test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', (status) =>
  withServer(
    (_requests, response) => response.writeHead(status, { location: node.url }).end(),
    async (url) => {
      await expect(openAt(url).readHead()).rejects.toThrow('redirects are not followed')
      expect(node.http.requests).toBe(0)
    },
  ),
)

test('a name whose address changes is checked at each connection', async () => {
  const resolved: string[] = []
  const answers = ['203.0.113.9', '10.0.0.1', '127.0.0.1', '::1']
  const opened = openNodes({
    origins: [],
    resolve: (name, _options, done) => {
      const address = answers[resolved.length % answers.length] ?? ''
      resolved.push(name)
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
    },
  })({ url: `https://changing.example:${new URL(node.url).port}/`, chainId: 1 })
  for (let attempt = 0; attempt < 4; attempt++)
    await expect(opened.readHead()).rejects.toThrow('not public')
  expect(resolved.length).toBeGreaterThanOrEqual(4)
  expect(node.http.requests).toBe(0)
})

test('too many logs at once are a range that is too large', async () => {
  node.misbehave({ kind: 'large', bytes: 10_000_000 }, ['eth_getLogs'])
  const search = { from: 0, to: 9, receivers: [fakeAddress('safe')], tokens: [] }
  await expect(openAt(node.url).readTransfers(search)).rejects.toMatchObject({
    message: 'The node answers with more than 8 MB',
    isTooMuch: true,
  })
})

const HEAD = { number: '0x1', hash: `0x${'1'.repeat(64)}`, timestamp: '0x65000000' }
const resultOf = ({ method }: Requested) => (method === 'eth_chainId' ? '0x1' : HEAD)
const answersOf = (requests: Requested[]) =>
  requests.map((request) => ({ jsonrpc: '2.0', id: request.id, result: resultOf(request) }))
type Answers = ReturnType<typeof answersOf>

test('answers of a batch may come in any order', () =>
  withServer(
    (requests, response) => response.end(JSON.stringify(answersOf(requests).toReversed())),
    async (url) => {
      expect(await openAt(url).readHead()).toMatchObject({ number: 1, hash: HEAD.hash })
    },
  ))

const OTHER_IDS: [string, (answers: Answers) => unknown][] = [
  ['other ids', (answers) => answers.map((answer) => ({ ...answer, id: answer.id + 100 }))],
  ['swapped ids', (answers) => answers.map((one, at) => ({ ...one, id: answers.at(at - 1)?.id }))],
  ['one id twice', (answers) => answers.map((answer) => ({ ...answer, id: answers[0]?.id }))],
  ['an answer too many', (answers) => [...answers, { ...answers[0], id: 999 }]],
  ['an answer twice', (answers) => [...answers, answers[0]]],
  ['an answer too few', (answers) => answers.slice(1)],
  ['none', () => []],
  ['ids as text', (answers) => answers.map((answer) => ({ ...answer, id: String(answer.id) }))],
  ['nothing', () => null],
  ['a number', () => 5],
]
test.each(OTHER_IDS)('a batch with %s is an error of the node', (_name, change) =>
  withServer(
    (requests, response) => response.end(JSON.stringify(change(answersOf(requests)))),
    async (url) => {
      await expect(openAt(url).readHead()).rejects.toBeInstanceOf(NodeError)
    },
  ),
)

test('a receipt that changes between two reads is read as it is then', async () => {
  const pay = { token: fakeAddress('usdt'), from: fakeAddress('payer'), to: fakeAddress('safe') }
  const { hash } = node.chain.payToken({ ...pay, units: 5n })
  const opened = openAt(node.url)
  const read = async () => (await opened.readTransactions([hash])).get(hash)
  const before = await read()
  node.chain.reorganise(1)
  expect(await read()).toBeUndefined()
  node.chain.payToken({ ...pay, hash, units: 7n, block: node.chain.head })
  const after = await read()
  expect([before?.transfers[0]?.units, after?.transfers[0]?.units]).toEqual([5n, 7n])
  expect(after?.blockHash).not.toBe(before?.blockHash)
})

test('a receipt and a transaction of different blocks are no proof', async () => {
  const { hash } = node.chain.payCoin({ from: fakeAddress('a'), to: fakeAddress('b'), value: 1n })
  node.rewrite((method, _params, result) =>
    method === 'eth_getTransactionReceipt' && typeof result === 'object'
      ? { ...result, blockHash: HEAD.hash }
      : result,
  )
  await expect(openAt(node.url).readTransactions([hash])).rejects.toThrow('do not fit together')
  node.rewrite(null)
})

describe('a body without an end', () => {
  /** Random bytes, as if packed; spaces; and digits of one number. */
  const BODIES = { random: randomBytes(1_000_000), spaces: Buffer.alloc(1_000_000, ' ') }
  test.each(Object.entries(BODIES))('of %s takes no memory beyond its limit', (_name, chunk) => {
    let sent = 0
    return withServer(
      (_requests, response) => {
        response.setHeader('content-encoding', 'gzip')
        const write = () => {
          while (!response.destroyed && sent < 200_000_000) {
            sent += chunk.length
            if (!response.write(chunk)) return
          }
          response.end()
        }
        response.on('drain', write)
        write()
      },
      async (url) => {
        const before = process.memoryUsage()
        for (let attempt = 0; attempt < 5; attempt++)
          await expect(openAt(url).readHead()).rejects.toThrow('more than 8 MB')
        const after = process.memoryUsage()
        expect(after.rss - before.rss).toBeLessThan(150_000_000)
        // It was not read to its end.
        expect(sent).toBeLessThan(200_000_000)
      },
    )
  })
})

describe('a coin that contracts moved', () => {
  const [ACCOUNT, WALLET, SAFE] = [fakeAddress('eoa'), fakeAddress('wallet'), fakeAddress('safe')]
  const send = () =>
    node.chain.send({
      from: ACCOUNT,
      to: WALLET,
      inner: [{ from: WALLET, to: SAFE, value: 7n }],
    }).hash
  const read = async (hash: string) =>
    (await openAt(node.url).readTransactions([hash], new Set([hash]))).get(hash)
  beforeEach(() => {
    node.limits.hasTraces = true
    node.rewrite(null)
  })

  test('is read from a trace', async () => {
    expect((await read(send()))?.transfers).toMatchObject([
      { token: null, payer: WALLET, receiver: SAFE, units: 7n },
    ])
  })

  test('is not read without traces, and the node is not requested again', async () => {
    node.limits.hasTraces = false
    const opened = openAt(node.url)
    for (const hash of [send(), send()])
      expect((await opened.readTransactions([hash], new Set([hash]))).get(hash)).toMatchObject({
        transfers: [],
      })
    expect(node.requests.get('debug_traceTransaction')).toBe(1)
  })

  const call = { type: 'CALL', from: WALLET, to: SAFE, value: '0x7' }
  const TRACES: [string, object][] = [
    ['of another sender', { from: SAFE }],
    ['of another target', { to: SAFE }],
    ['without a sender', { from: undefined }],
    ['with a value that is no number', { value: 'many' }],
    ['with a value beyond 256 bits', { value: `0x${'f'.repeat(65)}` }],
    ['with calls that are no list', { calls: {} }],
    ['with a call of no address', { calls: [{ ...call, to: 'safe' }] }],
    ['with a call of no type', { calls: [{ ...call, type: 5 }] }],
    ['with too many calls', { calls: Array.from({ length: 200_001 }, () => 0) }],
  ]
  test.each(TRACES)('is not read from a trace %s', async (_name, changes) => {
    node.rewrite((method, _params, result) =>
      method === 'debug_traceTransaction' && typeof result === 'object'
        ? { ...result, ...changes }
        : result,
    )
    await expect(read(send())).rejects.toBeInstanceOf(NodeError)
  })

  test('is not what a call moved that was undone, or that borrowed its value', async () => {
    node.rewrite((method, _params, result) =>
      method === 'debug_traceTransaction' && typeof result === 'object'
        ? {
            ...result,
            calls: [
              { ...call, error: 'execution reverted', calls: [call] },
              { ...call, type: 'DELEGATECALL' },
              { ...call, type: 'CALLCODE' },
              { ...call, value: '0x9' },
            ],
          }
        : result,
    )
    expect((await read(send()))?.transfers).toMatchObject([{ units: 9n }])
  })
})
