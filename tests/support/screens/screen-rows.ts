import type { Approval } from '#src/wire/approval.ts'
import type { Acts } from './faulty-api.ts'

/** One record of each kind, as the server sends it. */

const AT = '2026-11-01T09:00:00.000Z'

export const PROJECT = {
  id: 'AURA',
  project_ticker: 'AUR',
  website_url: 'https://aura.example',
  api_url: null,
  created_at: AT,
  explorers: [],
  banners_enabled: 1,
  banners_desktop_aspect_ratio: '16:5',
  banners_mobile_aspect_ratio: '4:5',
  forward_leads_to_brevo: 1,
  brevo_api_key: '••••1234',
  brevo_list_id: 7,
  buy_url: null,
  default_min_referral_spend: 100,
  default_referral_payout_percentage: 5,
  default_referral_token_bonus_percentage: 5,
  fee_enabled: 0,
  fee_percentage: 0.29,
  fee_wallet_address: null,
  income_wallet_address: null,
  liquidity_split_enabled: 0,
  liquidity_split_percentage: null,
  liquidity_wallet_address: null,
  profit_wallet_address: null,
  staking_enabled: 1,
  staking_apy: 12,
  staking_rewards_active: 1,
  telegram_channel_id: '-100',
  telegram_message_text: 'A purchase',
  telegram_notifications_enabled: 1,
  telegram_notifications_media_url: '/projects/AURA/telegram/media',
}

export const WALLET = {
  created_at: AT,
  min_referral_spend: null,
  project_id: 'AURA',
  referral_payout_percentage: null,
  referral_token_bonus_percentage: null,
  referred_by: null,
  total_tokens: '1000',
  wallet_address: `0x${'ab'.repeat(20)}`,
  referral_code: null,
  referral_code_applied_at: null,
}

export const TRANSACTION = {
  id: '1',
  project_id: 'AURA',
  stage_name: null,
  wallet_address: WALLET.wallet_address,
  transaction_hash: `0x${'cd'.repeat(32)}`,
  payment_token_name: 'ETH',
  created_at: AT,
  payment_token_amount: '1',
  payment_usd_amount: '2500',
  tokens_bought: null,
  type: 'blockchain',
  status: 'completed',
}

export const CODE = {
  id: '1',
  project_id: 'AURA',
  code: 'EARLY',
  percentage: 10,
  start_date: null,
  end_date: null,
  uses: 0,
  max_uses: null,
  disabled: 0,
  tokens_come_from_stage_tokens: 0,
  created_at: AT,
}

export const LEAD = {
  id: '1',
  project_id: 'AURA',
  email: 'lead@buyer.example',
  is_email_verified: 0,
  wallet_address: null,
  mobile: null,
  preferred_contact_time: null,
  investment_amount: null,
  created_at: AT,
  updated_at: AT,
}

const banner = (id: string, name: string, ordering: number) => ({
  id,
  desktop_image_url: `/banners/AURA/${id}/desktop`,
  mobile_image_url: `/banners/AURA/${id}/mobile`,
  ordering,
  click_url: `https://${name}.example`,
})
const BANNERS = [banner('1', 'one', 0), banner('2', 'two', 1)]

export const KEY = {
  id: '1',
  name: 'site',
  last4: 'x9Tf',
  created_at: AT,
  last_used_at: AT,
  last_refused_at: null,
  taken_today: 12,
  refused_today: 0,
}

export const NEW_KEY = `ingest_${'k'.repeat(43)}`

const REFUSAL = {
  id: '1',
  at: AT,
  key_id: '1',
  last4: 'x9Tf',
  event_id: 'p-1',
  field: 'payment_usd_amount',
  reason: 'Must be decimal digits',
  event: { id: 'p-1', payment_usd_amount: '1,204.50' },
}

const page = (...results: unknown[]) => ({ results, page: 1, limit: 20 })

/** Handlers of a server with one record of each kind. */
export function acts(): Acts {
  let project: typeof PROJECT | object = PROJECT
  let banners = BANNERS
  let wallet = { ...WALLET }
  let code = CODE
  let script = { id: '1', project_id: 'AURA', header: null as unknown, body: null as unknown }
  return {
    'GET /projects/names': () => ['AURA'],
    'GET /projects': () => [project],
    'GET /notices': () => [],
    'GET /transactions': () => page(TRANSACTION),
    'GET /bonus-transactions': () => [],
    'GET /manual-transactions': () => page(),
    'GET /wallets': () => page(wallet),
    'PATCH /wallets/*': ({ body }) => (wallet = { ...wallet, ...(body as object) }),
    'POST /wallets/*': ({ body }) => ({
      ...(body as object),
      authorizer: 'a@example.com',
      created_at: WALLET.created_at,
      updated_at: WALLET.created_at,
      id: '9',
      project_id: 'AURA',
      wallet_address: WALLET.wallet_address,
    }),
    'GET /bonus-codes': () => page(code),
    'POST /bonus-codes': ({ body }) => ({ ...CODE, ...(body as object), id: '2' }),
    'POST /bonus-codes/*': () => (code = { ...code, disabled: 1 }),
    'GET /leads': () => page(LEAD),
    'GET /projects/AURA/keys': () => [KEY],
    'POST /projects/AURA/keys': ({ body }) => ({ ...KEY, ...(body as object), key: NEW_KEY }),
    'POST /projects/AURA/keys/*': () => ({ ...KEY, id: '2', key: NEW_KEY }),
    'DELETE /projects/AURA/keys/*': () => undefined,
    'GET /projects/AURA/refusals': () => [REFUSAL],
    'GET /leads/csv': () =>
      new Response('email,mobile\r\na@b.example,\r\n', { headers: { 'Content-Type': 'text/csv' } }),
    'GET /seo-scripts': () => [script],
    'POST /seo-scripts/*': ({ body }) => (script = { ...script, ...(body as object) }),
    'PATCH /projects/*': ({ body }) => (project = { ...project, ...(body as object) }),
    'POST /projects/*': () => ({ message: 'Brevo integration test succeeded for AURA' }),
    'GET /projects/*': () =>
      new Response(new Uint8Array(8), { headers: { 'Content-Type': 'image/png' } }),
    'PUT /projects/*': () => (project = { ...project, telegram_notifications_media_url: '/new' }),
    'DELETE /projects/*': () => {
      project = { ...project, telegram_notifications_media_url: null }
    },
    'GET /banners/*': () => banners,
    'POST /banners/*': () => ({ ...BANNERS[0], id: '3', ordering: 2 }),
    'PUT /banners/*': ({ body }) => {
      const { ordering } = body as { ordering: string[] }
      banners = banners.toSorted((a, b) => ordering.indexOf(a.id) - ordering.indexOf(b.id))
      return banners
    },
    'DELETE /banners/*': ({ path }) => {
      banners = banners.filter(({ id }) => !path.endsWith(`/${id}`))
    },
  }
}

/** A request for a credit that waits for a second person. */
export const APPROVAL: Approval = {
  id: '12',
  kind: 'credit',
  project_id: 'AURA',
  wallet_address: WALLET.wallet_address,
  tokens: '350000.000000000000000001',
  reason: 'OTC purchase',
  transaction_id: null,
  requested_by: 'user@saleroom.example',
  requested_at: AT,
  expires_at: '2026-11-08T09:00:00.000Z',
  state: 'pending',
  decided_by: null,
  decided_at: null,
  is_own: 0,
}

/** Handlers of a server with approvals: its requests, newest first, and their decisions. */
export function approvalActs(given: readonly Approval[]): Acts {
  let approvals = [...given]
  const end = (path: string, state: Approval['state']) => {
    const [, , id] = path.split('/')
    const found = approvals.find((one) => one.id === id)
    if (found === undefined) return refused(404, 'Not found')
    if (found.state !== 'pending') return refused(409, `This request was ${found.state}`)
    const decided: Approval = { ...found, state, decided_by: 'a@example.com', decided_at: AT }
    approvals = approvals.map((one) => (one.id === id ? decided : one))
    return decided
  }
  return {
    'GET /approvals': ({ query }) => {
      const [state, limit] = [query.get('state'), Number(query.get('limit'))]
      const found = approvals.filter(
        (one) =>
          query.getAll('projects').includes(one.project_id) &&
          (state === null || one.state === state),
      )
      const number = Number(query.get('page'))
      return { results: found.slice((number - 1) * limit, number * limit), page: number, limit }
    },
    'POST /approvals/*': ({ path }) => {
      if (path.endsWith('/reject')) return end(path, 'rejected')
      if (path.endsWith('/cancel')) return end(path, 'cancelled')
      const approval = end(path, 'approved')
      if (approval instanceof Response) return approval
      const { id, project_id, wallet_address, tokens, reason, requested_by } = approval
      const row = { id, project_id, wallet_address, tokens, reason, authorizer: requested_by }
      return { approval, transaction: { ...row, created_at: AT, updated_at: AT } }
    },
  }
}

const refused = (code: number, message: string) =>
  Response.json({ code, message }, { status: code })
