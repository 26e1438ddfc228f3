import { visibleProjects } from '#server/auth/access.ts'
import { sumDimension, type DimensionSum } from '#server/db/analytics-dimensions.ts'
import { sumDeposits, type DepositSum } from '#server/db/analytics-time.ts'
import type { Dimension } from '#server/db/rollups/definition.ts'
import { MAX_UTM_PLUS_ROWS } from '#src/wire/analytics.ts'
import { byProject, graphRoutes, toRange } from './analytics-graphs.ts'
import { route, type Api, type Context } from './route.ts'

/** Every analytics call: graphs, totals and rankings. */
export function analyticsRoutes(api: Api): void {
  graphRoutes(api)
  rankingRoutes(api)

  route(api, 'getDeposits', async ({ actor, db, readDb, query }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await sumDeposits(readDb, projects, toRange(query))
    return byProject(projects, rows, (own) => own.map(depositRow))
  })
}

type RankingCall =
  | 'listCountries'
  | 'listCurrencies'
  | 'listReferrers'
  | 'listUtmPlus'
  | 'listUtmSources'

function rankingRoutes(api: Api): void {
  route(api, 'listCountries', async (context) => {
    const { projects, rows } = await rank(context, 'country')
    return byProject(projects, rows, (own) => own.map((row) => ({ country: row.k1, ...sums(row) })))
  })
  route(api, 'listCurrencies', async (context) => {
    const { projects, rows } = await rank(context, 'currency')
    return byProject(projects, rows, (own) =>
      own.map((row) => ({ currency: row.k1, ...sums(row) })),
    )
  })
  route(api, 'listReferrers', async (context) => {
    const { projects, rows } = await rank(context, 'referrer')
    return byProject(projects, rows, (own) =>
      own.map((row) => ({ referrer: row.k1, ...sums(row) })),
    )
  })
  route(api, 'listUtmSources', async (context) => {
    const { projects, rows } = await rank(context, 'utm_source')
    return byProject(projects, rows, (own) =>
      own.map((row) => ({ utm_source: row.k1, ...sums(row) })),
    )
  })
  route(api, 'listUtmPlus', async (context) => {
    const { projects, rows } = await rank(context, 'utm_plus', MAX_UTM_PLUS_ROWS)
    return byProject(projects, rows, (own) =>
      own.map((row) => ({
        utm_source: row.k1,
        utm_medium: row.k2,
        country: row.k3,
        ...sums(row),
      })),
    )
  })
}

async function rank(context: Context<RankingCall>, dimension: Dimension, top?: number) {
  const { actor, db, readDb, query } = context
  const projects = await visibleProjects(db, actor, query.projects)
  const range = toRange(query)
  return { projects, rows: await sumDimension(readDb, dimension, projects, range, top) }
}

function sums({ n, amount }: DimensionSum) {
  return { total_amount: Number(amount), total_transactions: n }
}

function depositRow({ n, first_deposits, second_deposits, third_deposits }: DepositSum) {
  return {
    total: n,
    first_time_deposits: first_deposits,
    second_time_deposits: second_deposits,
    third_time_deposits: third_deposits,
    additional_deposits: n - first_deposits - second_deposits - third_deposits,
  }
}
