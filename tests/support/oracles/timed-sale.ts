import { expect } from 'vitest'
import { ingest } from '#server/db/ingest/ingest.ts'
import type { chance } from '#server/demo/random.ts'
import { toUnits } from '#src/domain/money/token-units.ts'
import type { Sale } from '#tests/support/calls/approvals.ts'
import { correctionsOf } from '#tests/support/calls/corrections.ts'
import type { Answer, TestApp } from '#tests/support/server/app.ts'
import { addWallet, someAddress } from '#tests/support/server/builders.ts'

// A sale whose frozen list tells which of its changes it has. The amount of a purchase, a bonus or a
// credit is a power of two of the smallest units of its own, so that the sum of a wallet has each of
// them in a bit. Each change is noted with when it was sent and when it was acknowledged; between these
// it was committed.

/** What can change: whether an amount counts, or who is owed what a wallet has. */
interface Part {
  /** The bit of an amount; null for the successor of a wallet. */
  bit: number | null
  wallet: string
  /** The purchase of a bonus, without which it does not count. */
  purchase: Part | null
  /** Its values in turn, and between which events each began to apply. */
  states: { value: boolean | string; sent: number; known: number }[]
}

const DECIMALS = 18
/** Of numeric(38,18) all but the last few. */
const MAX_BITS = 110
const WRITERS = 3
const BUYERS = 4

/** A new sale with some wallets: those that may get a successor, and those that may be one. */
export async function openTimedSale(t: TestApp, sale: Sale, random: ReturnType<typeof chance>) {
  const corrections = correctionsOf(t, sale)
  const buyers = [sale.wallet, ...Array.from({ length: BUYERS - 1 }, someAddress)]
  const heir = someAddress()
  for (const wallet_address of [...buyers.slice(1), heir])
    await addWallet(t.db, { project_id: sale.id, wallet_address })
  /** One of them is no wallet. */
  const heirs = [heir, someAddress()]
  const partOf = (wallet: string, value: boolean | string, more: Partial<Part> = {}): Part => ({
    bit: null,
    wallet,
    purchase: null,
    states: [{ value, sent: -1, known: -1 }],
    ...more,
  })
  const successions = buyers.map((wallet) => partOf(wallet, wallet))
  const amounts: Part[] = []
  let time = 0
  let serial = 0

  /** Runs a change and notes it, unless it was refused because of another one. */
  async function change(
    parts: readonly [Part, boolean | string][],
    run: () => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const sent = (time += 1)
    const answer = await run()
    const known = (time += 1)
    if (answer !== null) expect([200, 201, 409]).toContain(answer.status)
    if (answer?.status !== 409)
      for (const [part, value] of parts) part.states.push({ value, sent, known })
    return answer
  }
  function amount(wallet: string, purchase: Part | null = null): [part: Part, tokens: string] {
    const bit = amounts.length
    const part = partOf(wallet, false, { bit, purchase })
    amounts.push(part)
    const units = String(2n ** BigInt(bit)).padStart(DECIMALS + 1, '0')
    return [part, `${units.slice(0, -DECIMALS)}.${units.slice(-DECIMALS)}`]
  }
  async function send(...events: object[]): Promise<null> {
    const now = t.clock.now()
    const full = events.map((event) => ({ ...event, id: `e${(serial += 1)}` }))
    const { results } = await ingest(t.db, { projectId: sale.id, events: full, now })
    expect(results.filter(({ outcome }) => outcome === 'refused')).toEqual([])
    return null
  }
  const at = () => new Date(t.clock.now().getTime() - 3_600_000 + serial * 1000).toISOString()

  /** A person or the site that changes its own purchases and credits, one after the other. */
  function openWriter(n: number) {
    const purchases: { part: Part; tokens: string; id: string; isOver: boolean }[] = []
    const credits: { part: Part; id: string }[] = []
    const purchaseEvent = ({ part, tokens, id }: (typeof purchases)[number], status: string) => ({
      kind: 'transaction',
      transaction_id: id,
      occurred_at: at(),
      created_at: new Date(t.clock.now().getTime() - 7_200_000).toISOString(),
      wallet_address: part.wallet,
      status,
      payment_token_name: 'ETH',
      payment_token_amount: '1',
      payment_usd_amount: '10',
      tokens_bought: tokens,
    })
    const bonusEvent = (id: string, wallet_address: string, bonus_token_amount: string) => ({
      kind: 'bonus_transaction',
      transaction_id: id,
      occurred_at: at(),
      wallet_address,
      bonus_token_amount,
      identifier: 'Gold',
      type: 'rank',
    })
    async function buy(): Promise<void> {
      const [part, tokens] = amount(random.pick(buyers))
      const purchase = { part, tokens, id: `t${n}-${purchases.length}`, isOver: false }
      purchases.push(purchase)
      const [bonus, bonusTokens] = amount(random.pick(buyers), part)
      // Both in one request, so both or neither are in a list.
      await change(
        [
          [part, true],
          [bonus, true],
        ],
        () =>
          send(
            purchaseEvent(purchase, 'completed'),
            bonusEvent(purchase.id, bonus.wallet, bonusTokens),
          ),
      )
    }
    return async (): Promise<void> => {
      const purchase = purchases.length === 0 ? undefined : random.pick(purchases)
      if (amounts.length > MAX_BITS - WRITERS * 2) return
      if (purchase === undefined) return buy()
      const isCounted = purchase.part.states.at(-1)?.value === true
      const key = String((await storedId(purchase.id)) ?? 0)
      await random.weighted<() => Promise<unknown>>([
        [buy, 4],
        [
          async () => {
            const [bonus, tokens] = amount(random.pick(buyers), purchase.part)
            await change([[bonus, true]], () => send(bonusEvent(purchase.id, bonus.wallet, tokens)))
          },
          2,
        ],
        [
          async () => {
            purchase.isOver = true
            await change([[purchase.part, false]], () => send(purchaseEvent(purchase, 'refunded')))
          },
          purchase.isOver ? 0 : 1,
        ],
        [
          () =>
            change([[purchase.part, !isCounted]], () =>
              isCounted ? corrections.voidPurchase(key) : corrections.restore(key),
            ),
          purchase.isOver ? 0 : 3,
        ],
        [
          async () => {
            const [part, tokens] = amount(random.pick(buyers))
            const answer = await change([[part, true]], () =>
              sale.credit({ tokens, wallet: part.wallet }),
            )
            credits.push({ part, id: answer?.body.id })
          },
          3,
        ],
        [
          async () => {
            const [credit] = credits.splice(random.whole(0, credits.length - 1), 1)
            if (credit) await change([[credit.part, false]], () => corrections.reverse(credit.id))
          },
          credits.length === 0 ? 0 : 2,
        ],
        [
          async () => {
            // Each writer has its own wallets, so that the order of their successors is known.
            const part = random.pick(successions.filter((_one, of) => of % WRITERS === n))
            const to = random.happens(0.3) ? null : random.pick(heirs)
            if ((to ?? part.wallet) === part.states.at(-1)?.value) return
            await change([[part, to ?? part.wallet]], () =>
              corrections.setSuccessor(to, part.wallet),
            )
          },
          2,
        ],
      ])()
    }
  }

  async function storedId(source: string): Promise<number | undefined> {
    const row = await t.db
      .selectFrom('transactions')
      .select('id')
      .where('project_id', '=', sale.id)
      .where('source_id', '=', source)
      .executeTakeFirst()
    return row?.id
  }

  return {
    writers: Array.from({ length: WRITERS }, (_, n) => openWriter(n)),
    now: () => time,
    /**
     * The instants between two times at which the sale was as in this list. There must be one.
     * @param list wallets with their exact tokens
     */
    instantsOf(
      list: readonly { wallet_address: string; tokens: string }[],
      from: number,
      until: number,
    ): number[] {
      const units = list.map(
        ({ wallet_address, tokens }) =>
          [wallet_address, BigInt(toUnits(tokens, DECIMALS))] as const,
      )
      const owners = amounts.map((_part, bit) =>
        units.filter(([, sum]) => (sum >> BigInt(bit)) & 1n).map(([owner]) => owner),
      )
      const seen: [part: Part, value: boolean | string][] = []
      for (const part of amounts) {
        const found = owners[part.bit ?? 0] ?? []
        const hasPurchase = part.purchase === null || owners[part.purchase.bit ?? 0]?.length === 1
        // An amount that is there twice, or a bonus without its purchase.
        if (found.length > 1 || (found.length === 1 && !hasPurchase)) return []
        if (hasPurchase) seen.push([part, found.length === 1])
        const [owner] = found
        const succession = successions.find(({ wallet }) => wallet === part.wallet)
        if (owner !== undefined && succession) seen.push([succession, owner])
      }
      const instants = Array.from({ length: until - from + 1 }, (_, n) => from + n + 0.5)
      return instants.filter((instant) =>
        seen.every(([{ states }, value]) =>
          states.some(
            (state, n) =>
              state.value === value &&
              state.sent < instant &&
              instant < (states[n + 1]?.known ?? Infinity),
          ),
        ),
      )
    },
  }
}
