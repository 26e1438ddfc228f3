import { requireProject } from '#server/auth/access.ts'
import { decryptOrNull } from '#server/auth/secret.ts'
import { readProject } from '#server/db/project-settings.ts'
import { badRequest } from '#server/http/errors.ts'
import { NO_TESTED_KEY, STALE_TESTED_KEY } from '#src/domain/notice-reasons.ts'
import { route, type Api } from './route.ts'

const failure = (message: string) => ({
  ok: false as const,
  answer: JSON.stringify({ message, code: 'not_configured' }),
})

export function brevoRoutes(api: Api): void {
  route(api, 'testBrevo', async ({ params, actor, db, config, dependencies }) => {
    await requireProject(db, actor, params.id)
    const project = await readProject(db, params.id)
    const { id, brevo_api_key_sealed: sealed, brevo_list_id } = project
    const key = sealed === null ? null : decryptOrNull(config, sealed)
    const result =
      key === null
        ? failure(sealed === null ? NO_TESTED_KEY : STALE_TESTED_KEY)
        : await dependencies.brevo.test(key, brevo_list_id)
    if (!result.ok) throw badRequest(`Brevo integration test failed for ${id}: ${result.answer}`)
    return { message: `Brevo integration test succeeded for ${id}` }
  })
}
