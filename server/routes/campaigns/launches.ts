import { visibleProjects } from '#server/auth/access.ts'
import { sumLaunches } from '#server/db/figures/launches.ts'
import { sumStageLaunches } from '#server/db/figures/stage-launches.ts'
import { route, type Api } from '#server/routes/route.ts'
import { requestedZone } from '#server/routes/sale/analytics-graphs.ts'

export function launchRoutes(api: Api): void {
  route(api, 'listLaunches', async ({ actor, db, readDb, query, now }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const zone = requestedZone(query)
    const { launches, days } =
      query.stage === undefined
        ? await sumLaunches(readDb, projects, zone, now)
        : await sumStageLaunches(readDb, projects, query.stage, zone, now)
    return Object.fromEntries(
      projects.map((project) => {
        const launch = launches.find(({ project_id }) => project_id === project)
        return [
          project,
          {
            launched_at: launch?.at.toISOString() ?? null,
            age_days: launch?.age_days ?? 0,
            days: days
              .filter(({ project_id }) => project_id === project)
              .map(({ day, purchases, buyers, amount }) => ({
                day,
                purchases,
                buyers,
                amount: Number(amount),
              })),
          },
        ]
      }),
    )
  })
}
