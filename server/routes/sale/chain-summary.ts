import { visibleProjects } from '#server/auth/access.ts'
import { sumProofs } from '#server/db/chain/proof-sums.ts'
import { route, type Api } from '#server/routes/route.ts'
import { toRange } from './analytics-graphs.ts'

export function chainSummaryRoutes(api: Api): void {
  route(api, 'sumProofs', async ({ actor, db, readDb, query }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const sums = await sumProofs(readDb, projects, toRange(query))
    return Object.fromEntries(sums.map(({ project_id, ...own }) => [project_id, own]))
  })
}
