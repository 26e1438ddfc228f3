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
  route(api, 'listCountries', ranking('country', country))
  route(api, 'listCurrencies', ranking('currency', currency))
  route(api, 'listReferrers', ranking('referrer', referrer))
  route(api, 'listUtmSources', ranking('utm_source', utmSource))
  route(api, 'listUtmPlus', ranking('utm_plus', utmPlus, MAX_UTM_PLUS_ROWS))
}

const country = ({ k1 }: DimensionSum) => ({ country: k1 })
const currency = ({ k1 }: DimensionSum) => ({ currency: k1 })
const referrer = ({ k1 }: DimensionSum) => ({ referrer: k1 })
const utmSource = ({ k1 }: DimensionSum) => ({ utm_source: k1 })
const utmPlus = (sum: DimensionSum) => ({
  utm_source: sum.k1,
  utm_medium: sum.k2,
  country: sum.k3,
})

/** The handler of a ranking. @param top limits the rows of each project */
function ranking<Keys extends object>(
  dimension: Dimension,
  keysOf: (row: DimensionSum) => Keys,
  top?: number,
) {
  return async ({ actor, db, readDb, query }: Context<RankingCall>) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await sumDimension(readDb, dimension, projects, toRange(query), top)
    return byProject(projects, rows, (own) =>
      own.map((row) => ({
        ...keysOf(row),
        total_amount: Number(row.amount),
        total_transactions: row.n,
      })),
    )
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
