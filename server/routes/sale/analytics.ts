import { visibleProjects } from '#server/auth/access.ts'
import { sumDimension, type DimensionSum } from '#server/db/figures/analytics-dimensions.ts'
import { sumDeposits, type DepositSum } from '#server/db/figures/analytics-time.ts'
import type { Dimension } from '#server/db/rollups/definition.ts'
import type { Key } from '#server/db/rollups/dimension-parts.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { MAX_UTM_PLUS_ROWS } from '#src/wire/analytics.ts'
import { byProject, graphRoutes, toRange } from './analytics-graphs.ts'

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
  route(api, 'listCountries', ranking('country', ['k1'], country))
  route(api, 'listCurrencies', ranking('currency', ['k1'], currency))
  route(api, 'listReferrers', ranking('referrer', ['k1'], referrer))
  route(api, 'listUtmSources', ranking('channel', ['k1'], utmSource))
  route(api, 'listUtmPlus', ranking('utm_plus', ['k1', 'k2', 'k3'], utmPlus, MAX_UTM_PLUS_ROWS))
}

const sums = ({ amount, n }: DimensionSum) => ({
  total_amount: Number(amount),
  total_transactions: n,
})
const country = (sum: DimensionSum) => ({ country: sum.k1, ...sums(sum) })
const currency = (sum: DimensionSum) => ({ currency: sum.k1, ...sums(sum) })
const referrer = (sum: DimensionSum) => ({ referrer: sum.k1, ...sums(sum) })
const utmSource = (sum: DimensionSum) => ({ utm_source: sum.k1, ...sums(sum) })
const utmPlus = (sum: DimensionSum) => ({
  utm_source: sum.k1,
  utm_medium: sum.k2,
  country: sum.k3,
  ...sums(sum),
})

/** The handler of a ranking. @param top limits the rows of each project */
function ranking<Row extends object>(
  dimension: Dimension,
  by: readonly Key[],
  toRow: (sum: DimensionSum) => Row,
  top?: number,
) {
  return async ({ actor, db, readDb, query }: Context<RankingCall>) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await sumDimension(readDb, dimension, by, projects, toRange(query), top)
    return byProject(projects, rows, (own) => own.map(toRow))
  }
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
