import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { isArchived } from '#server/db/projects/projects.ts'
import { lockPlan } from '#server/db/rollups/stage-derivations.ts'
import {
  readProgressChoice,
  saveProgressChoice,
  type ProgressRow,
} from '#server/db/stages/progress.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { flag } from '#server/routes/administration/present-project.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { ProgressUpdate } from '#src/wire/stages.ts'
import { readProgress } from './progress-figures.ts'
import { PublicAnswers } from './public-answers.ts'

/** How long browsers and caches keep the public answer. */
const CACHE_CONTROL = 'public, max-age=30'

export function progressRoutes(api: Api): void {
  const { dependencies } = api
  const answers = new PublicAnswers({
    db: dependencies.replica?.primary ?? dependencies.db,
    readDb: dependencies.replica?.db ?? dependencies.db,
    now: () => dependencies.clock.now(),
  })
  api.onArchive.push(() => answers.forgetFields())

  route(api, 'getProgress', async ({ params, actor, db, readDb, now }) => {
    await requireProject(db, actor, params.id)
    return {
      ...presentChoice(await readProgressChoice(db, params.id)),
      now: await readProgress(readDb, params.id, now),
    }
  })

  route(api, 'saveProgress', async (context) => {
    const { params, body, actor, db, now } = context
    await requireProject(db, actor, params.id)
    const after = await inTransaction(db, async (tx) => {
      await lockPlan(tx, params.id)
      if (await isArchived(tx, params.id)) throw conflict('Project is archived')
      const before = await readProgressChoice(tx, params.id)
      await saveProgressChoice(tx, params.id, {
        is_public: body.public === 1,
        public_fields: body.fields,
      })
      const saved = await readProgressChoice(tx, params.id)
      await recordAudit(tx, context, {
        action: 'progress.change',
        object: 'stages',
        objectId: params.id,
        projectId: params.id,
        before: presentChoice(before),
        after: presentChoice(saved),
      })
      return saved
    })
    answers.forgetFields()
    return { ...presentChoice(after), now: await readProgress(db, params.id, now) }
  })

  route(api, 'getPublicProgress', async ({ params, request, reply }) => {
    const answer = await answers.find(params.id)
    if (answer === null) throw notFound()
    reply.headers({ etag: answer.etag, 'cache-control': CACHE_CONTROL })
    if (isKnown(request.headers['if-none-match'], answer.etag)) reply.code(304)
    return answer.body
  })
}

/** Whether one of the tags of an If-None-Match header is this one. A proxy that compresses makes it weak. */
const isKnown = (header: string | undefined, etag: string) =>
  header
    ?.split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) === true

const presentChoice = ({ is_public, public_fields }: ProgressRow): ProgressUpdate => ({
  public: flag(is_public),
  fields: public_fields,
})
