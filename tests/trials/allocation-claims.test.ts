import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTree, leafHash } from '#server/allocations/merkle-tree.mjs'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import type { AllocationProof } from '#src/wire/allocation-lists.ts'
import { loadMerkleTrees, openChain, type Chain } from '#tests/support/chain/local-chain.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addManualTransaction,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { until } from '#tests/support/server/until.ts'

const ENCODING = ['address', 'uint256']
const trees = loadMerkleTrees()
const random = randomNumbers(20_261_128)
const below = (limit: number) => Math.floor(random() * limit)

/** Smallest units of any size below 2^256. */
const someUnits = (): bigint => {
  const digits = Array.from({ length: 1 + below(64) }, () => below(16).toString(16)).join('')
  return BigInt(`0x${digits}`)
}

const sizes = [
  ...Array.from({ length: 64 }, (_, n) => n + 1),
  ...Array.from({ length: byExtent({ change: 8, long: 80 }) }, () => 65 + below(936)),
  1000,
]

test('trees of 1 to 1,000 wallets are those of OpenZeppelin, node by node', () => {
  for (const size of sizes) {
    const rows = Array.from({ length: size }, () => [someAddress(), someUnits()] as const)
    const leaves = rows.map(([address, units]) => leafHash(address, units))
    const { nodes, places } = buildTree(Buffer.concat(leaves))
    const hashes = nodes.toString('hex').match(/.{64}/g) ?? []
    const values = rows.map(([address, units]) => [address, String(units)] as const)
    expect(trees.of(values, ENCODING).dump()).toEqual({
      format: 'standard-v1',
      leafEncoding: ENCODING,
      tree: hashes.map((hash) => `0x${hash}`),
      values: values.map((value, n) => ({ value, treeIndex: places[n] })),
    })
  }
})

let app: TestApp
let admin: SignedIn
let chain: Chain
beforeAll(async () => {
  app = await openTestApp()
  admin = await app.signIn('admin')
  await addProject(app.db, { id: 'AURA' })
  chain = await openChain()
})
afterAll(async () => {
  await chain?.close()
  await app?.close()
})

const someTokens = () => `${below(10 ** 9)}.${String(below(10 ** 9)).padStart(18, '0')}`

/** A wallet with purchases, bonuses and credits of random amounts. */
async function addBuyer(): Promise<void> {
  const own = { project_id: 'AURA', wallet_address: someAddress() }
  await addWallet(app.db, own)
  for (let purchases = below(3); purchases > 0; purchases--) {
    const { id } = await addTransaction(app.db, { ...own, tokens_bought: someTokens() })
    const bonus = { transaction_id: id, bonus_token_amount: someTokens() }
    await addBonusTransaction(app.db, { ...own, ...bonus })
  }
  await addManualTransaction(app.db, { ...own, tokens: someTokens() })
}

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', `/allocation-lists/${path}`, { as: admin })
  expect(status).toBe(200)
  return { body, text }
}

test('a claim contract pays 50 wallets by their proofs, once, and nothing else', async () => {
  for (let buyers = 0; buyers < 80; buyers++) await addBuyer()
  const body = { project_id: 'AURA' }
  const { body: started } = await app.call('POST', '/allocation-lists', { as: admin, body })
  const list = await until(async () => {
    const { body: found } = await get(started.id)
    expect(found.state).toBe('ready')
    return found
  })

  const file = (await get(`${list.id}/csv`)).text.trimEnd().split('\r\n').slice(1)
  const rows = file.map((line) => {
    const [address = '', units = ''] = line.split(',')
    return [address, units] as const
  })
  const json = (await get(`${list.id}/merkle`)).text
  expect(json).toBe(JSON.stringify(trees.of(rows, ENCODING).dump()))
  // It checks each node.
  const tree = trees.load(JSON.parse(json))
  expect(tree.root).toBe(list.root)
  const proofs = new Map(
    [...tree.entries()].map(([index, [address]]) => [address, tree.getProof(index)]),
  )

  const contract = await chain.deploy('Claims.sol', [list.root])
  const claim = (wallet: string, units: bigint, proof: readonly string[]) =>
    chain.write({ ...contract, functionName: 'claim', args: [wallet, units, proof] })
  const chosen = rows.toSorted(() => random() - 0.5).slice(0, 50)
  let paid = 0n
  for (const [wallet, amount] of chosen) {
    const { body: found } = await get(`${list.id}/proof/${wallet}`)
    // The response of the call.
    const { wallet_address, units, proof } = found as AllocationProof
    expect([checksumAddress(wallet_address), units]).toEqual([wallet, amount])
    expect(proof).toEqual(proofs.get(wallet))
    const owed = BigInt(units)
    for (const [other, altered] of [
      [wallet, owed + 1n],
      [wallet, owed - 1n],
      [someAddress(), owed],
    ] as const)
      await expect(claim(other, altered, proof)).rejects.toThrow('Wrong proof')
    await claim(wallet, owed, proof)
    await expect(claim(wallet, owed, proof)).rejects.toThrow('Paid already')
    const balance = { ...contract, functionName: 'balanceOf', args: [wallet] }
    expect(await chain.read(balance)).toBe(owed)
    paid += owed
  }
  expect(await chain.read({ ...contract, functionName: 'totalSupply', args: [] })).toBe(paid)
})
