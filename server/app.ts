import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { WireError } from '#src/wire/errors.ts'
import { compressAnswers } from '#server/http/compression.ts'
import { answerBrokenRequest, answerErrors, notFound } from '#server/http/errors.ts'
import { addSecurityHeaders } from '#server/http/headers.ts'
import { guardOrigins } from '#server/http/origins.ts'
import type { Dependencies } from './dependencies.ts'
import type { Api } from '#server/routes/route.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { bannerImageRoutes } from './routes/banner-images.ts'
import { bannerRoutes } from './routes/banners.ts'
import { bonusCodeRoutes } from './routes/bonus-codes.ts'
import { bonusTransactionRoutes } from './routes/bonus-transactions.ts'
import { brevoRoutes } from './routes/brevo.ts'
import { leadRoutes } from './routes/leads.ts'
import { manualTransactionRoutes } from './routes/manual-transactions.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { walletRoutes } from './routes/wallets.ts'
import { healthRoutes } from './routes/health.ts'
import { ingestRoutes } from './routes/ingest.ts'
import { noticeRoutes } from './routes/notices.ts'
import { openapiRoutes } from './routes/openapi.ts'
import { projectSettingsRoutes } from './routes/project-settings.ts'
import { projectRoutes } from './routes/projects.ts'
import { seoScriptRoutes } from './routes/seo-scripts.ts'
import { telegramMediaRoutes } from './routes/telegram-media.ts'
import { userRoutes } from './routes/users.ts'
import { endConnectionsOnClose, endSlowRequests } from '#server/http/slow-sockets.ts'
import { serveClient } from '#server/client-files/static.ts'

/** Every route of `/v1`. */
const ROUTES: readonly ((api: Api) => void)[] = [
  healthRoutes,
  openapiRoutes,
  authRoutes,
  userRoutes,
  projectRoutes,
  auditRoutes,
  analyticsRoutes,
  transactionRoutes,
  bonusTransactionRoutes,
  manualTransactionRoutes,
  walletRoutes,
  bonusCodeRoutes,
  leadRoutes,
  projectSettingsRoutes,
  telegramMediaRoutes,
  brevoRoutes,
  seoScriptRoutes,
  bannerRoutes,
  bannerImageRoutes,
  ingestRoutes,
  noticeRoutes,
]

const MAX_JSON_BYTES = 1_000_000
const LONGEST_PARAM = 512

/** The whole server but its port: everything that it needs comes in, so that tests run the same. */
export async function buildApp(parts: Dependencies): Promise<FastifyInstance> {
  const { config } = parts
  const app = Fastify({
    logger: config.logLevel !== 'silent' && {
      level: config.logLevel,
      // A database error quotes the row that it is about, secrets and all.
      redact: { paths: ['err.detail', 'err.where'], remove: true },
    },
    // A line per request would drown the rest; refusals and failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: config.trustProxy ?? false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: LONGEST_PARAM },
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: config.socketLimits.head,
      connectionsCheckingInterval: config.socketLimits.check,
    },
    // A request that came before the end is answered, on whatever connection.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    // A path that can't be decoded never reaches a route.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(400).send({ code: 400, message: 'Bad request' } satisfies WireError)
    },
  })
  answerErrors(app)
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
  readJsonOnly(app)
  await app.register(multipart)
  endSlowRequests(app, config.socketLimits)
  endConnectionsOnClose(app)
  addSecurityHeaders(app, config)
  guardOrigins(app, config)
  compressAnswers(app)
  const api: Api = { app, parts }
  for (const addRoutes of ROUTES) addRoutes(api)
  if (config.clientFolder !== null) await serveClient(app, config, config.clientFolder, parts.clock)
  return app
}

/** Bodies are JSON (or multipart, where a call says so); no body at all is no body. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
