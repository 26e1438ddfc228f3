import { requireProject } from '#server/auth/access.ts'
import { readProject } from '#server/db/project-settings.ts'
import { badRequest } from '#server/http/errors.ts'
import { route, type Api } from './route.ts'

export function telegramTestRoutes(api: Api): void {
  route(api, 'testTelegram', async ({ params, actor, db, dependencies }) => {
    await requireProject(db, actor, params.id)
    const project = await readProject(db, params.id)
    const { id, telegram_channel_id: channel } = project
    const result = await dependencies.telegram.test(project)
    if (!result.ok) throw badRequest(`Telegram test failed for ${id}: ${result.reason}`)
    return { message: `Sent to ${channel}` }
  })
}
