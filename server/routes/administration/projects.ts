import { allVisibleProjects, visibleProjects } from '#server/auth/access.ts'
import { listProjects } from '#server/db/projects/projects.ts'
import { route, type Api } from '#server/routes/route.ts'
import { presentProject } from './present-project.ts'

export function projectRoutes(api: Api): void {
  route(api, 'listProjectNames', ({ actor, db }) => allVisibleProjects(db, actor))

  route(api, 'listProjectAccess', async ({ actor, db }) => {
    const ids = await allVisibleProjects(db, actor)
    return ids.map((id) => ({ project_id: id }))
  })

  route(api, 'listProjects', async ({ query, actor, db }) => {
    const ids = await visibleProjects(db, actor, query.projects)
    const rows = await listProjects(db, ids)
    return rows.map((row) => presentProject(row, actor.role))
  })
}
