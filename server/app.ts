import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify'
import { serveClient } from '#server/client-files/static.ts'
import { compressResponses } from '#server/http/compression.ts'
import {
  badRequest,
  handleClientError,
  handleErrors,
  notFound,
  wrongType,
} from '#server/http/errors.ts'
import { addSecurityHeaders } from '#server/http/headers.ts'
import { measureRequests, metricsRoute } from '#server/http/metrics.ts'
import { guardOrigins } from '#server/http/origins.ts'
import { endConnectionsOnClose, endSlowRequests } from '#server/http/slow-sockets.ts'
import type { Api } from '#server/routes/route.ts'
import type { WireError } from '#src/wire/errors.ts'
import { openSenders } from './auth/authenticate-sender.ts'
import type { Dependencies } from './dependencies.ts'
import { auditRoutes } from './routes/administration/audit.ts'
import { chainRoutes } from './routes/administration/chains.ts'
import { projectAdministrationRoutes } from './routes/administration/project-administration.ts'
import { projectSettingsRoutes } from './routes/administration/project-settings.ts'
import { projectTermsRoutes } from './routes/administration/project-terms.ts'
import { projectRoutes } from './routes/administration/projects.ts'
import { securityPolicyRoutes } from './routes/administration/security-policy.ts'
import { teamRoutes } from './routes/administration/team.ts'
import { bonusCodeRoutes } from './routes/campaigns/bonus-codes.ts'
import { channelRoutes } from './routes/campaigns/channels.ts'
import { codeEffectRoutes } from './routes/campaigns/code-effects.ts'
import { launchRoutes } from './routes/campaigns/launches.ts'
import { alertRoutes } from './routes/operations/alerts.ts'
import { featureRoutes } from './routes/operations/features.ts'
import { healthRoutes } from './routes/operations/health.ts'
import { importRoutes } from './routes/operations/imports.ts'
import { ingestKeyRoutes } from './routes/operations/ingest-keys.ts'
import { ingestRoutes } from './routes/operations/ingest.ts'
import { liveRoutes } from './routes/operations/live.ts'
import { noteRoutes } from './routes/operations/notes.ts'
import { noticeRoutes } from './routes/operations/notices.ts'
import { openapiRoutes } from './routes/operations/openapi.ts'
import { pushRoutes } from './routes/operations/push.ts'
import { readingKeyRoutes } from './routes/operations/reading-keys.ts'
import { searchRoutes } from './routes/operations/search.ts'
import { vitalsRoutes } from './routes/operations/vitals.ts'
import { allocationFileRoutes } from './routes/sale/allocation-files.ts'
import { allocationListRoutes } from './routes/sale/allocation-lists.ts'
import { allocationRoutes } from './routes/sale/allocations.ts'
import { analyticsRoutes } from './routes/sale/analytics.ts'
import { approvalRoutes } from './routes/sale/approvals.ts'
import { bonusTransactionRoutes } from './routes/sale/bonus-transactions.ts'
import { chainPaymentRoutes } from './routes/sale/chain-payments.ts'
import { chainSummaryRoutes } from './routes/sale/chain-summary.ts'
import { correctionRoutes } from './routes/sale/corrections.ts'
import { leadRoutes } from './routes/sale/leads.ts'
import { manualTransactionRoutes } from './routes/sale/manual-transactions.ts'
import { settlementRoutes } from './routes/sale/settlement.ts'
import { transactionDetailRoutes } from './routes/sale/transaction-details.ts'
import { transactionRoutes } from './routes/sale/transactions.ts'
import { walletDetailRoutes } from './routes/sale/wallet-details.ts'
import { walletRoutes } from './routes/sale/wallets.ts'
import { authRoutes } from './routes/sign-in/auth.ts'
import { factorRoutes } from './routes/sign-in/factors.ts'
import { passwordLinkRoutes } from './routes/sign-in/password-links.ts'
import { secondFactorRoutes } from './routes/sign-in/second-factors.ts'
import { sessionRoutes } from './routes/sign-in/sessions.ts'
import { totpRoutes } from './routes/sign-in/totp.ts'
import { userRoutes } from './routes/sign-in/users.ts'
import { bannerImageRoutes } from './routes/site/banner-images.ts'
import { bannerRoutes } from './routes/site/banners.ts'
import { seoScriptRoutes } from './routes/site/seo-scripts.ts'
import { telegramMediaRoutes } from './routes/site/telegram-media.ts'
import { progressRoutes } from './routes/stages/progress.ts'
import { stageRoutes } from './routes/stages/stages.ts'

/** Every route of `/v1`. */
const ROUTES: readonly ((api: Api) => void)[] = [
  healthRoutes,
  openapiRoutes,
  authRoutes,
  passwordLinkRoutes,
  secondFactorRoutes,
  factorRoutes,
  totpRoutes,
  securityPolicyRoutes,
  sessionRoutes,
  userRoutes,
  featureRoutes,
  projectRoutes,
  chainRoutes,
  auditRoutes,
  analyticsRoutes,
  searchRoutes,
  transactionRoutes,
  transactionDetailRoutes,
  bonusTransactionRoutes,
  manualTransactionRoutes,
  approvalRoutes,
  correctionRoutes,
  walletRoutes,
  walletDetailRoutes,
  bonusCodeRoutes,
  codeEffectRoutes,
  channelRoutes,
  settlementRoutes,
  allocationRoutes,
  allocationListRoutes,
  allocationFileRoutes,
  chainPaymentRoutes,
  chainSummaryRoutes,
  stageRoutes,
  progressRoutes,
  launchRoutes,
  leadRoutes,
  projectAdministrationRoutes,
  projectSettingsRoutes,
  projectTermsRoutes,
  telegramMediaRoutes,
  seoScriptRoutes,
  bannerRoutes,
  bannerImageRoutes,
  ingestRoutes,
  ingestKeyRoutes,
  readingKeyRoutes,
  importRoutes,
  noteRoutes,
  noticeRoutes,
  alertRoutes,
  teamRoutes,
  liveRoutes,
  vitalsRoutes,
  pushRoutes,
]

const MAX_JSON_BYTES = 1_000_000
const MAX_PARAM_LENGTH = 512

/** The whole server except its port. All dependencies are passed in, so tests run the same app. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config } = dependencies
  const app = Fastify({
    logger: config.logLevel !== 'silent' && {
      level: config.logLevel,
      // A database error quotes its row, secrets included.
      redact: { paths: ['err.detail', 'err.where'], remove: true },
    },
    // No line per request: only refusals and failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: config.trustProxy ?? false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: config.socketLimits.head,
      connectionsCheckingInterval: config.socketLimits.check,
    },
    // During shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(400).send({ code: 400, message: 'Bad request' } satisfies WireError)
    },
  })
  handleErrors(app)
  if (dependencies.metrics) measureRequests(app, dependencies.metrics)
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
  readJsonOnly(app)
  await app.register(multipart)
  endSlowRequests(app, config.socketLimits)
  endConnectionsOnClose(app)
  addSecurityHeaders(app, config)
  guardOrigins(app, config)
  compressResponses(app)
  const api: Api = { app, dependencies, findSender: openSenders(dependencies), onArchive: [] }
  for (const addRoutes of ROUTES) addRoutes(api)
  metricsRoute(app, dependencies)
  if (config.clientFolder !== null)
    await serveClient(app, config, config.clientFolder, dependencies.clock)
  return app
}

/**
 * Bodies are JSON in UTF-8, or multipart for calls that declare it. An empty body is undefined. Bytes
 * that are no text are refused, because replacing them would make two different texts equal.
 */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      throw wrongType(`Content encoding ${encoding} is not supported. Send the body uncompressed.`)
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = typeof body === 'string' ? body : utf8.decode(body)
    } catch {
      done(badRequest('The body is not UTF-8'))
      return
    }
    if (text === '') done(null, undefined)
    else void parse(request, text, done)
  })
}
