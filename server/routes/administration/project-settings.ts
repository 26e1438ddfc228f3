import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { requireStepUp } from '#server/auth/factors/step-up.ts'
import { decryptOrNull, encrypt } from '#server/auth/secret.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  lockProject,
  readProject,
  updateProject,
  type ProjectChange,
} from '#server/db/projects/project-settings.ts'
import { recordTerms } from '#server/db/projects/project-terms.ts'
import type { ProjectRow } from '#server/db/schema/schema.ts'
import { badRequest, forbidden, invalidInput } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { toDecimal } from '#src/domain/money/decimals.ts'
import { canSeeFinance, isAdmin } from '#src/domain/people/roles.ts'
import { NO_TESTED_KEY, STALE_TESTED_KEY } from '#src/domain/sale/notice-reasons.ts'
import { telegramMessageError } from '#src/domain/text/telegram-markup.ts'
import type { ExplorerUpdate } from '#src/wire/explorers.ts'
import { readableName } from '#src/wire/project-name.ts'
import {
  LEADS_FIELDS,
  LIMIT_FIELDS,
  MAX_MESSAGE_LENGTH_WITH_MEDIA,
  type ProjectUpdate,
} from '#src/wire/project-settings.ts'
import { pick, presentProject } from './present-project.ts'

export function projectSettingsRoutes(api: Api): void {
  route(api, 'updateProject', async (context) => {
    const { params, body, actor, db, config, now } = context
    await requireProject(db, actor, params.id)
    if (!canSeeFinance(actor.role) && !isLeadsOnly(body)) throw forbidden()
    if (LIMIT_FIELDS.some((field) => field in body) && !isAdmin(actor.role)) throw forbidden()
    if (STEP_UP_FIELDS.some((field) => field in body)) await requireStepUp(context)
    requireSendableMarkup(body.telegram_message_text ?? '')
    const columns = toColumns(body, config.secret)
    const row = await inTransaction(db, async (tx) => {
      const before = await lockProject(tx, params.id)
      requireFittingMessage(body.telegram_message_text ?? '', before)
      const after = await updateProject(tx, params.id, columns, now)
      // The only term that changes here, and it changes once.
      if (columns.staking_rewards_active !== undefined)
        await recordTerms(tx, params.id, {
          validFrom: now,
          changedBy: actor.email,
          reason: null,
        })
      await recordAudit(tx, context, {
        action: 'project.update',
        object: 'project',
        objectId: params.id,
        projectId: params.id,
        before: pick(before, Object.keys(columns)),
        after: pick(after, Object.keys(columns)),
      })
      return after
    })
    return presentProject(row, actor.role)
  })

  route(api, 'testTelegram', async ({ params, actor, db, dependencies }) => {
    await requireProject(db, actor, params.id)
    const project = await readProject(db, params.id)
    const { id, telegram_channel_id: channel } = project
    const result = await dependencies.telegram.test(project)
    if (!result.ok) throw badRequest(`Telegram test failed for ${id}: ${result.reason}`)
    return { message: `Sent to ${channel}` }
  })

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

/** The result of a test that sends nothing. */
const failure = (message: string) => ({
  ok: false as const,
  answer: JSON.stringify({ message, code: 'not_configured' }),
})

/** The fields with which somebody could take over buyers or credits. Also if they do not change. */
const STEP_UP_FIELDS = [
  ...LIMIT_FIELDS,
  'website_url',
  'buy_url',
  'explorers',
  'brevo_api_key',
] as const

function isLeadsOnly(body: ProjectUpdate): boolean {
  return Object.keys(body).every((field) => LEADS_FIELDS.some((name) => name === field))
}

// Telegram rejects a message with unsupported or unclosed tags.
function requireSendableMarkup(text: string): void {
  const error = telegramMessageError(text)
  if (error !== null) throw invalidInput('body.telegram_message_text', error)
}

// Telegram allows less text with a picture or video.
function requireFittingMessage(text: string, project: ProjectRow): void {
  if (project.telegram_media_id === null || text.length <= MAX_MESSAGE_LENGTH_WITH_MEDIA) return
  throw invalidInput(
    'body.telegram_message_text',
    `Must be at most ${MAX_MESSAGE_LENGTH_WITH_MEDIA} characters with media`,
  )
}

/** Converts flags to booleans and encrypts the key. Absent fields stay absent. */
function toColumns(body: ProjectUpdate, secret: Buffer): ProjectChange {
  const {
    brevo_api_key: key,
    telegram_notifications_enabled: notifications,
    forward_leads_to_brevo: forward,
    staking_rewards_active: rewards,
    bonus_code_step_up_over: codeLimit,
    explorers,
    ...others
  } = body
  return {
    ...others,
    ...(notifications === undefined ? {} : { telegram_notifications_enabled: notifications === 1 }),
    ...(forward === undefined ? {} : { forward_leads_to_brevo: forward === 1 }),
    ...(rewards === undefined ? {} : { staking_rewards_active: false }),
    ...(codeLimit === undefined
      ? {}
      : { bonus_code_step_up_over: codeLimit === null ? null : toDecimal(codeLimit) }),
    ...(explorers === undefined ? {} : { explorers: JSON.stringify(explorers.map(readable)) }),
    ...(key === undefined ? {} : keyColumns(key, secret)),
  }
}

/** With the name of the token as events have it. */
const readable = (explorer: ExplorerUpdate): ExplorerUpdate => ({
  ...explorer,
  payment_token: explorer.payment_token === null ? null : readableName(explorer.payment_token),
})

function keyColumns(key: string | null, secret: Buffer): ProjectChange {
  return key === null
    ? { brevo_api_key_sealed: null, brevo_api_key_last4: null }
    : { brevo_api_key_sealed: encrypt(secret, key), brevo_api_key_last4: lastFour(key) }
}

// Four characters or fewer would be the whole key.
const lastFour = (key: string) => (key.length > 4 ? key.slice(-4) : '')
