import type { Settlement, Statement, StatementCreate } from '#src/wire/settlement.ts'
import type { Acts } from '#tests/support/screens/faulty-api.ts'

/** A settlement whose lines add up, with `over` put over it. */
export function settlementOf(over: Partial<Settlement> = {}): Settlement {
  return {
    by_token: [
      { payment_token_name: 'ETH', amount: '0.179659600000000001', usd: '542.03', purchases: 3 },
      { payment_token_name: 'USDT', amount: '457.97', usd: '457.97', purchases: 2 },
    ],
    purchases: 5,
    gross_usd: '1000.00',
    fees_usd: '25.00',
    liquidity_usd: '195.00',
    payouts_usd: '30.00',
    payouts: 1,
    remaining_usd: '750.00',
    rounding_usd: '0.00',
    refunded_usd: '12.50',
    refunded_purchases: 1,
    bonus_tokens: '1482110.25',
    bonuses: 1912,
    terms_since: '2026-08-14T10:00:00.000Z',
    applied_terms: [{ from: '2026-10-21T22:00:00.000Z', fee: '0.025', liquidity: '0.2' }],
    ...over,
  }
}

/** A server that lists the statements `saved`, newest first, and saves more: the figures of `now`, on its day. */
export function statementActs(
  saved: Statement[],
  now: { figures: Settlement; savedOn: string },
): Acts {
  return {
    'GET /settlement/statements': ({ query }) => {
      const start = query.get('start_date')
      const own = saved.filter(
        (one) =>
          one.project_id === query.get('projects') && (start === null || one.start_date === start),
      )
      return { results: own, page: Number(query.get('page')), limit: 20 }
    },
    'POST /settlement/statements': ({ body }) => {
      // The app sends nothing else.
      const sent = body as StatementCreate
      const id = String(saved.length + 1)
      const created_at = `${now.savedOn}T13:20:0${id}.000Z`
      const { confirm_open_period: _confirmed, ...rest } = sent
      const statement = {
        ...rest,
        id,
        number: saved.length + 1,
        created_at,
        created_by: 'b@example.com',
        figures: now.figures,
      }
      saved.unshift(statement)
      return Response.json(statement, { status: 201 })
    },
  }
}
