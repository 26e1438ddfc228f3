import { encrypt } from '#server/auth/secret.ts'
import { openChainJobs, type ChainJobs, type ChainPaces } from '#server/chain/chain-jobs.ts'
import type { ChainPaymentState } from '#src/wire/chain-payments.ts'
import { openTestApp, type SignedIn } from '#tests/support/server/app.ts'
import { addChain, addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { directNode, type DirectNode } from './direct-node.ts'
import { FakeChain, fakeAddress } from './fake-chain.ts'

export const RECEIVER = fakeAddress('receiver')
export const USDT = fakeAddress('usdt')
export const PAYER = fakeAddress('payer')
/** The newest block at first. The first scanned one is 901. */
export const HEAD = 1000

interface JobOptions {
  paces?: Partial<ChainPaces>
  /** The node at an address. */
  of?: (url: string) => DirectNode
  walkedRows?: number
}

/** The project AURA with a chain on which it is paid USDT, and the jobs that follow it. */
export async function openFollowedSale() {
  const app = await openTestApp()
  const { db, clock } = app
  const { config } = app.dependencies
  // Purchases are due from the time of the database on.
  clock.set('2099-01-01T00:00:00.000Z')
  let admin: SignedIn = await app.signIn('admin')
  const node = directNode(new FakeChain({ head: HEAD, headAt: clock.now() }))
  const opened: ChainJobs[] = []
  const logged: string[] = []

  /** The jobs of a process. */
  const openJobs = ({ of = () => node, ...options }: JobOptions = {}) => {
    const jobs = openChainJobs({
      db,
      clock,
      keyring: config,
      openNode: ({ url, signal }) => {
        const used = of(url)
        return used.failure === 'silent' ? silentNode(used, signal) : used
      },
      log: (message) => logged.push(message),
      ...options,
    })
    opened.push(jobs)
    return jobs
  }

  const connect = async (project: string, url = 'https://node.example') => {
    await addProject(db, { id: project })
    return addChain(db, {
      project_id: project,
      rpc_url_sealed: seal(url),
      receivers: [RECEIVER],
      tokens: JSON.stringify([{ symbol: 'USDT', address: USDT, decimals: 6 }]),
      symbols: ['usdt'],
      confirmations: 3,
      from_block: HEAD - 99,
      range_blocks: 50,
    })
  }
  const seal = (url: string) => encrypt(config.secret, url)

  const list = async (state: ChainPaymentState = 'open', project = 'AURA') => {
    const path = `/chain/payments?projects=${project}&page=1&limit=50&state=${state}`
    return (await app.call('GET', path, { as: admin })).body
  }

  const jobs = openJobs()
  await connect('AURA')
  return {
    app,
    node,
    /** Of the first process. */
    jobs,
    openJobs,
    connect,
    seal,
    list,
    get admin() {
      return admin
    },
    /** After a time in which the session has ended. */
    async signInAgain() {
      admin = await app.signIn('admin')
    },

    /** A payment of 1.5 USDT, in the next block unless another is given. */
    pay: (payment: { units?: bigint; block?: number } = {}) =>
      node.chain.payToken({
        token: USDT,
        from: PAYER,
        to: RECEIVER,
        units: 1_500_000n,
        ...payment,
      }),

    /** A purchase of 1.5 USDT. */
    async buy(transaction_hash: string, project_id = 'AURA', token = 'usdt') {
      const { wallet_address } = await addWallet(db, { project_id })
      return addTransaction(db, {
        project_id,
        wallet_address,
        transaction_hash,
        type: 'blockchain',
        payment_token_name: token,
        payment_token_amount: '1.5',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
    },

    hashesOf: async (state: ChainPaymentState = 'open', project = 'AURA'): Promise<string[]> =>
      (await list(state, project)).results.map(
        (row: { transaction_hash: string }) => row.transaction_hash,
      ),

    chainOf: (project_id = 'AURA') =>
      db
        .selectFrom('chains')
        .selectAll()
        .where('project_id', '=', project_id)
        .executeTakeFirstOrThrow(),

    async stateOf(id: number): Promise<string | null> {
      const query = db.selectFrom('transactions').select('proof_state').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).proof_state
    },

    /** The next round in which the newest block is read again. */
    async nextRound() {
      clock.advance(16_000)
      await jobs.round()
    },

    /** @throws when jobs have logged a failure */
    async close() {
      for (const one of opened) await one.stop()
      await app.close()
      if (logged.length > 0) throw new Error(logged.join('\n'))
    },
  }
}

export type FollowedSale = Awaited<ReturnType<typeof openFollowedSale>>

function silentNode({ chain }: DirectNode, signal?: AbortSignal): DirectNode {
  const silent = directNode(chain, signal)
  silent.failure = 'silent'
  return silent
}
