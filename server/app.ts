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
import type { Dependencies } from './dependencies.ts'
import { alertRoutes } from './routes/alerts.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { bannerImageRoutes } from './routes/banner-images.ts'
import { bannerRoutes } from './routes/banners.ts'
import { bonusCodeRoutes } from './routes/bonus-codes.ts'
import { bonusTransactionRoutes } from './routes/bonus-transactions.ts'
import { channelRoutes } from './routes/channels.ts'
import { codeEffectRoutes } from './routes/code-effects.ts'
import { factorRoutes } from './routes/factors.ts'
import { featureRoutes } from './routes/features.ts'
import { healthRoutes } from './routes/health.ts'
import { importRoutes } from './routes/imports.ts'
import { ingestKeyRoutes } from './routes/ingest-keys.ts'
import { ingestRoutes } from './routes/ingest.ts'
import { launchRoutes } from './routes/launches.ts'
import { leadRoutes } from './routes/leads.ts'
import { liveRoutes } from './routes/live.ts'
import { manualTransactionRoutes } from './routes/manual-transactions.ts'
import { noticeRoutes } from './routes/notices.ts'
import { openapiRoutes } from './routes/openapi.ts'
import { passwordLinkRoutes } from './routes/password-links.ts'
import { projectAdministrationRoutes } from './routes/project-administration.ts'
import { projectSettingsRoutes } from './routes/project-settings.ts'
import { projectTermsRoutes } from './routes/project-terms.ts'
import { projectRoutes } from './routes/projects.ts'
import { pushRoutes } from './routes/push.ts'
import { searchRoutes } from './routes/search.ts'
import { secondFactorRoutes } from './routes/second-factors.ts'
import { securityPolicyRoutes } from './routes/security-policy.ts'
import { seoScriptRoutes } from './routes/seo-scripts.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { settlementRoutes } from './routes/settlement.ts'
import { teamRoutes } from './routes/team.ts'
import { telegramMediaRoutes } from './routes/telegram-media.ts'
import { totpRoutes } from './routes/totp.ts'
import { transactionDetailRoutes } from './routes/transaction-details.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { userRoutes } from './routes/users.ts'
import { vitalsRoutes } from './routes/vitals.ts'
import { walletDetailRoutes } from './routes/wallet-details.ts'
import { walletRoutes } from './routes/wallets.ts'

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
  auditRoutes,
  analyticsRoutes,
  searchRoutes,
  transactionRoutes,
  transactionDetailRoutes,
  bonusTransactionRoutes,
  manualTransactionRoutes,
  approvalRoutes,
  walletRoutes,
  walletDetailRoutes,
  bonusCodeRoutes,
  codeEffectRoutes,
  channelRoutes,
  settlementRoutes,
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
  importRoutes,
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
  const api: Api = { app, dependencies }
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
