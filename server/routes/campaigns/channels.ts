import { visibleProjects } from '#server/auth/access.ts'
import { sumChannels, type ChannelSum } from '#server/db/figures/channels.ts'
import { route, type Api } from '#server/routes/route.ts'
import { byProject, toRange } from '#server/routes/sale/analytics-graphs.ts'

export function channelRoutes(api: Api): void {
  route(api, 'listChannels', async ({ actor, db, readDb, query, now }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await sumChannels(readDb, projects, toRange(query), now)
    return byProject(projects, rows, (own) =>
      own.map((row) => ({ utm_source: row.k1, utm_medium: row.k2, ...figuresOf(row) })),
    )
  })

  route(api, 'listChannelCountries', async ({ actor, db, readDb, query, now }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const only = { k1: query.utm_source, k2: query.utm_medium }
    const rows = await sumChannels(readDb, projects, toRange(query), now, only)
    return byProject(projects, rows, (own) =>
      own.map((row) => ({ country: row.k3, ...figuresOf(row) })),
    )
  })
}

function figuresOf({ project_id: _project, k1: _k1, k2: _k2, k3: _k3, ...figures }: ChannelSum) {
  return { ...figures, amount: Number(figures.amount) }
}
