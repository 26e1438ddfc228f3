import type { ManualTransaction } from '#src/wire/manual-transactions.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import type { TimelineEntry, WalletDetails } from '#src/wire/wallet-details.ts'
import type { Acts, Arrival } from '#tests/support/screens/faulty-api.ts'
import { acts, TRANSACTION, WALLET } from '#tests/support/screens/screen-rows.ts'

// What the pages of a wallet and of a purchase show, as the server sends it.

const AT = '2026-11-20T13:12:09.000Z'

const NO_SOURCE = { country: null, referrer: null, utm_source: null, utm_medium: null }

const PURCHASE: TransactionDetails['transaction'] = {
  ...TRANSACTION,
  id: '48197',
  stage_name: 'Stage 5',
  created_at: AT,
  payment_token_amount: '0.85',
  payment_usd_amount: '2567',
  tokens_bought: '106958.33',
  status: 'failed',
  status_reason: 'Reverted on chain',
}

const CREDIT: ManualTransaction = {
  authorizer: 'maya@saleroom.example',
  created_at: AT,
  id: '918',
  project_id: 'AURA',
  reason: 'Reverted on chain',
  tokens: '106958.33',
  transaction_id: PURCHASE.id,
  updated_at: AT,
  wallet_address: WALLET.wallet_address,
}

/** The timeline entry of a purchase. */
export const purchaseEntry = (
  fields: Partial<TransactionDetails['transaction']> & { credit_id?: string | null } = {},
): TimelineEntry => {
  const { credit_id = null, ...purchase } = fields
  const id = purchase.id ?? PURCHASE.id
  return { kind: 'purchase', at: AT, id, purchase: { ...PURCHASE, ...purchase, credit_id } }
}

/** Handlers of a server with one wallet and one purchase, which a credit makes good. */
export function recordActs(
  given: {
    purchase?: Partial<TransactionDetails['transaction']>
    details?: Partial<TransactionDetails>
    totals?: Partial<WalletDetails['totals']>
    entries?: readonly TimelineEntry[]
    features?: readonly string[]
  } = {},
): Acts {
  const { features = ['search', 'wallet_page'], entries = [purchaseEntry()] } = given
  let credits: ManualTransaction[] = given.details?.credits ?? []
  const { wallet_address: address } = WALLET
  const credit = ({ body }: Arrival) => {
    if (credits.length > 0) {
      const message = 'This purchase was credited before'
      return Response.json({ code: 409, message }, { status: 409 })
    }
    // A body that the client has built from its schema.
    credits = [{ ...CREDIT, ...(body as Partial<ManualTransaction>) }]
    return credits[0]
  }
  return {
    'GET /features': () => ({ features }),
    [`GET /wallets/AURA/${address}`]: () => ({
      wallet: { ...WALLET, total_tokens: '1284910.000000000000000001' },
      origin: {
        registration: { ...NO_SOURCE, country: 'DE', utm_source: 'google', utm_medium: 'cpc' },
        first_purchase: null,
      },
      totals: {
        purchases: 1,
        bonuses: 4,
        credits: 1,
        credited_and_completed: 0,
        referred_wallets: 0,
        paid_usd: '24160',
        under_way_usd: '2567',
        failed_usd: '2568',
        referral_payouts_usd: '412.35',
        tokens_bought: '1006666.67',
        bonus_tokens: '253243.33',
        credited_tokens: '25000.000000000000000001',
        ...given.totals,
      },
      leads: [],
    }),
    [`GET /wallets/AURA/${address}/timeline`]: ({ query }) => {
      const kinds = query.getAll('kinds')
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const found = entries.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      return { results: found.slice((page - 1) * limit, page * limit), page, limit }
    },
    [`POST /wallets/AURA/${address}/transactions/manual`]: credit,
    [`GET /transactions/AURA/${PURCHASE.id}`]: () => ({
      transaction: { ...PURCHASE, ...given.purchase },
      origin: NO_SOURCE,
      bonuses: [],
      payouts: [],
      history: [],
      history_since: '2026-08-14T00:00:00.000Z',
      notices: [],
      ...given.details,
      credits,
    }),
    // After the calls above, which its patterns match too.
    ...acts(),
  }
}

/** The call that credits the wallet. */
export const CREDIT_CALL = `POST /wallets/AURA/${WALLET.wallet_address}/transactions/manual`
