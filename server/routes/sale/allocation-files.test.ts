import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HASH_BYTES, leafHash } from '#server/allocations/merkle-tree.mjs'
import { insertBuild, updateAllocationList } from '#server/db/allocations/lists.ts'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addManualTransaction, addProject, addWallet } from '#tests/support/server/builders.ts'
import { until } from '#tests/support/server/until.ts'

let app: TestApp
let admin: SignedIn
afterEach(() => app.close())
beforeEach(async () => {
  app = await openTestApp()
  admin = await app.signIn('admin')
  await addProject(app.db, { id: 'AURA' })
})

const walletOf = (n: number) => `0x${'c'.repeat(37)}${n.toString(16).padStart(3, '0')}`
const spelled = (n: number) => checksumAddress(walletOf(n))

async function credit(n: number, tokens: string): Promise<void> {
  const own = { project_id: 'AURA', wallet_address: walletOf(n) }
  const known = await app.db
    .selectFrom('wallets')
    .select('created_at')
    .where('wallet_address', '=', own.wallet_address)
    .executeTakeFirst()
  if (known === undefined) await addWallet(app.db, own)
  await addManualTransaction(app.db, { ...own, tokens })
}

async function freeze(decimals = 18): Promise<AllocationList> {
  const body = { project_id: 'AURA', decimals }
  const { body: started } = await app.call('POST', '/allocation-lists', { as: admin, body })
  return until(async () => {
    const path = `/allocation-lists/${started.id}`
    const { body: list } = await app.call('GET', path, { as: admin })
    expect(list.state).toBe('ready')
    return list
  })
}

const get = (path: string) => app.call('GET', `/allocation-lists/${path}`, { as: admin })

async function linesOf(path: string): Promise<string[]> {
  const { status, text } = await get(path)
  expect(status).toBe(200)
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(0, -2).split('\r\n')
}

/** What the audit log has of the last download. */
async function lastDownload(): Promise<object | undefined> {
  const { rows } = await sql<{ after: object }>`
    select after from audit_log where action = 'allocation_list.download'
    order by id desc limit 1`.execute(app.db)
  return rows[0]?.after
}

test('files have exact amounts by address, as tools read them', async () => {
  // A wallet has 10^20 tokens.
  await credit(2, '50000000000000000000')
  await credit(2, '50000000000000000000')
  await credit(1, '1.2500009')
  await credit(3, '0.0000001')
  const list = await freeze(6)
  const path = `${list.id}/csv`
  const units = await get(path)
  expect(units.text).toBe(
    `address,amount\r\n${spelled(1)},1250000\r\n${spelled(2)},100000000000000000000000000\r\n${spelled(3)},0\r\n`,
  )
  expect(createHash('sha256').update(units.text).digest('hex')).toBe(list.sha256)
  expect(units.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="AURA-list-1-units.csv"',
    'x-rows': '3',
  })
  expect(await lastDownload()).toEqual({ number: 1, format: 'units', count: 3 })
  expect(await linesOf(`${path}?format=tokens`)).toEqual([
    'address,amount',
    `${spelled(1)},1.2500009`,
    `${spelled(2)},100000000000000000000`,
    `${spelled(3)},0.0000001`,
  ])
  const token = `0x${'d'.repeat(40)}`
  const safe = await get(`${path}?format=safe&token_address=${token}`)
  expect(safe.text.split('\r\n')).toEqual([
    'token_type,token_address,receiver,amount',
    `erc20,${checksumAddress(token)},${spelled(1)},1.25`,
    `erc20,${checksumAddress(token)},${spelled(2)},100000000000000000000`,
    '',
  ])
  expect(safe.headers['x-rows']).toBe('2')
})

test('what is wrong with the request of a file is named', async () => {
  await credit(1, '1')
  const { id } = await freeze()
  const wrong = `0x${'d'.repeat(39)}D`
  const messages = [
    [`${id}/csv?format=safe`, 'Path: query.token_address, Message: Is needed'],
    [`${id}/csv?format=safe&token_address=${wrong}`, 'Path: query.token_address, Message: Its cap'],
    [`${id}/csv?format=pdf`, 'Path: query.format'],
    [`${id}/difference/csv`, 'Path: query.part'],
    [`${id}/difference?to=999`, 'Path: query.to, Message: Must be a list of the same project'],
  ] as const
  for (const [path, message] of messages) {
    const { status, body } = await get(path)
    expect([path, status, body.message]).toEqual([path, 400, expect.stringContaining(message)])
  }
})

test('a list that is not built has no files; a withdrawn one keeps them', async () => {
  await credit(1, '1')
  const { id } = await freeze()
  const building = await app.db
    .transaction()
    .execute((tx) =>
      insertBuild(tx, { project_id: 'AURA', as_of: new Date(), made_by: 'a', decimals: 18 }),
    )
  if (building === undefined) throw new Error('No build was added')
  const paths = ['csv', 'merkle', `proof/${walletOf(1)}`, 'difference', 'difference/csv?part=less']
  for (const path of paths) {
    const { status, body } = await get(`${building.id}/${path}`)
    expect([status, body.message]).toEqual([409, expect.stringContaining('List 2 is being built.')])
  }
  expect((await get(`${id}/difference?to=${building.id}`)).body.message).toMatch(/^Path: query.to,/)
  await updateAllocationList(app.db, building.id, { state: 'failed', failure: 'The disk is full.' })
  for (const path of paths)
    expect((await get(`${building.id}/${path}`)).body.message).toContain('List 2 was not built.')
  const body = { reason: 'wrong decimals' }
  await app.call('POST', `/allocation-lists/${id}/withdraw`, { as: admin, body })
  const { status, headers } = await get(`${id}/csv`)
  expect([status, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="AURA-list-1-withdrawn-units.csv"',
  ])
})

test('a proof leads from a wallet to the root, and the file of the tree has the same nodes', async () => {
  for (let n = 1; n <= 70; n++) await credit(n, `${n}.5`)
  const { id, root } = await freeze()
  const tree = JSON.parse((await get(`${id}/merkle`)).text)
  expect(tree.tree).toHaveLength(139)
  expect(tree.tree[0]).toBe(root)
  for (let n = 1; n <= 70; n++) {
    const address = `0x${walletOf(n).slice(2).toUpperCase()}`
    const { body } = await get(`${id}/proof/${address}`)
    expect(body).toMatchObject({
      wallet_address: walletOf(n),
      units: `${n}500000000000000000`,
      root,
    })
    const leaf = `0x${Buffer.from(leafHash(walletOf(n), BigInt(body.units))).toString('hex')}`
    const { value, treeIndex } = tree.values[n - 1]
    expect([value, tree.tree[treeIndex]]).toEqual([[spelled(n), body.units], leaf])
    // The sibling of each node on the way up.
    let at: number = treeIndex
    for (const node of body.proof) {
      expect(node).toBe(tree.tree[at % 2 === 0 ? at - 1 : at + 1])
      at = (at - 1) >> 1
    }
    expect(at).toBe(0)
  }
  for (const address of [walletOf(71), 'me', walletOf(1).slice(0, -1)])
    expect((await get(`${id}/proof/${address}`)).status).toBe(404)
})

test('nodes are found in whichever pieces they lie', async () => {
  for (let n = 1; n <= 5; n++) await credit(n, '1')
  const { id } = await freeze()
  const before = await get(`${id}/proof/${walletOf(3)}`)
  const tree = (await get(`${id}/merkle`)).text
  // Another list with the same rows, and a tree in pieces of two nodes and of one place.
  const { rows } = await sql<{ id: number }>`
    insert into allocation_lists (project_id, number, as_of, made_by, decimals)
    values ('AURA', 2, now(), 'a', 18) returning id`.execute(app.db)
  const copy = rows[0]?.id ?? 0
  await sql`insert into allocation_rows select ${copy}::bigint, wallet_address, tokens
    from allocation_rows where list_id = ${id}`.execute(app.db)
  for (const [part, size] of [
    ['nodes', 2 * HASH_BYTES],
    ['places', 4],
  ] as const)
    await sql`insert into allocation_trees
      select ${copy}::bigint, part, n, substring(bytes from n * ${size}::integer + 1 for ${size}::integer)
      from allocation_trees, generate_series(0, (octet_length(bytes) - 1) / ${size}::integer) as n
      where list_id = ${id} and part = ${part}`.execute(app.db)
  await sql`update allocation_lists as copy set state = 'ready', wallets = l.wallets, root = l.root
    from allocation_lists as l where copy.id = ${copy} and l.id = ${id}`.execute(app.db)
  expect((await get(`${copy}/proof/${walletOf(3)}`)).body).toEqual(before.body)
  expect((await get(`${copy}/merkle`)).text).toBe(tree)
})

test('a difference has more and less apart, by size, against now and between lists', async () => {
  for (let n = 1; n <= 6; n++) await credit(n, '10')
  const first = await freeze()
  await credit(1, '0.25')
  await credit(2, '3')
  await credit(7, '1.000000000000000001')
  await sql`update wallets set successor = ${walletOf(9)} where wallet_address = ${walletOf(3)}`.execute(
    app.db,
  )
  await sql`update wallets set credited_tokens = 9.5 where wallet_address = ${walletOf(4)}`.execute(
    app.db,
  )
  const changed = {
    more: { wallets: 4, tokens: '14.250000000000000001' },
    less: { wallets: 2, tokens: '10.5' },
    rows: [
      { wallet_address: walletOf(3), from: '10', to: null, difference: '-10' },
      { wallet_address: walletOf(4), from: '10', to: '9.5', difference: '-0.5' },
      { wallet_address: walletOf(9), from: null, to: '10', difference: '10' },
      { wallet_address: walletOf(2), from: '10', to: '13', difference: '3' },
      {
        wallet_address: walletOf(7),
        from: null,
        to: '1.000000000000000001',
        difference: '1.000000000000000001',
      },
      { wallet_address: walletOf(1), from: '10', to: '10.25', difference: '0.25' },
    ],
  }
  const now = await get(`${first.id}/difference`)
  expect(now.body).toEqual({ ...changed, page: 1, limit: 20 })
  const second = await freeze()
  const path = `${first.id}/difference`
  expect((await get(`${path}?to=${second.id}`)).body).toEqual(now.body)
  expect((await get(`${path}?part=more&limit=2&page=2`)).body.rows).toEqual(changed.rows.slice(4))
  expect((await get(`${path}?part=less`)).body.rows).toEqual(changed.rows.slice(0, 2))
  expect((await get(`${second.id}/difference?to=${first.id}`)).body).toMatchObject({
    more: changed.less,
    less: changed.more,
  })
  const nothing = { wallets: 0, tokens: '0' }
  expect((await get(`${second.id}/difference`)).body).toMatchObject({
    more: nothing,
    less: nothing,
    rows: [],
  })
  expect(await linesOf(`${path}/csv?part=less&format=tokens`)).toEqual([
    'address,amount',
    `${spelled(3)},10`,
    `${spelled(4)},0.5`,
  ])
  expect(await lastDownload()).toEqual({
    number: 1,
    to: null,
    part: 'less',
    format: 'tokens',
    count: 2,
  })
})

test('what is paid on top is the difference of what was paid and is to be paid, in whole units', async () => {
  await credit(1, '1.6')
  await credit(2, '1.2')
  const { id } = await freeze(0)
  await credit(1, '0.5')
  await credit(2, '0.5')
  const { text, headers } = await get(`${id}/difference/csv?part=more`)
  // 1.6 and 2.1 are 1 and 2 units; 1.2 and 1.7 are 1 unit.
  expect(text).toBe(`address,amount\r\n${spelled(1)},1\r\n`)
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="AURA-list-1-to-now-more-units.csv"',
    'content-length': String(text.length),
    'x-rows': '1',
  })
  const token = spelled(5)
  expect(
    await linesOf(`${id}/difference/csv?part=more&format=safe&token_address=${token}`),
  ).toEqual(['token_type,token_address,receiver,amount', `erc20,${token},${spelled(1)},1`])
})
