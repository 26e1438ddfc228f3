import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { listenForCommands } from '#server/admin/control-socket.ts'
import { addFirstAdmin } from '#server/admin/first-admin.ts'
import { openImportJobs } from '#server/admin/import-jobs.ts'
import { startDelivery } from '#server/alerts/delivery.ts'
import { startEvaluator } from '#server/alerts/evaluator.ts'
import { startPasswordRequests } from '#server/alerts/password-links.ts'
import { openBuildJobs } from '#server/allocations/build-jobs.ts'
import { buildApp } from '#server/app.ts'
import { startBackupSchedule } from '#server/backup/backup-schedule.ts'
import { openBackups } from '#server/backup/backups.ts'
import { openChainJobs } from '#server/chain/chain-jobs.ts'
import { openChainNodes } from '#server/chain/check-chain.ts'
import { openNodes } from '#server/chain/open-node.ts'
import { hasUsers } from '#server/db/accounts/users.ts'
import { endBuildClaims } from '#server/db/allocations/lists.ts'
import { asEngineError, asFullDisk } from '#server/db/engine/disk-space.ts'
import { CLAIM_MS } from '#server/db/engine/job-claims.ts'
import {
  openEmbedded,
  openPostgres,
  requireReachable,
  type OpenDatabase,
} from '#server/db/engine/open.ts'
import { openReplica, type Replica } from '#server/db/engine/replica.ts'
import { endClaims } from '#server/db/ingest/imports.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { expireApprovals } from '#server/db/records/approvals.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { hasDemoAccounts, requirePrivateDemo } from '#server/demo/public-demo.ts'
import { systemClock, type AppConfig } from '#server/dependencies.ts'
import { startDigests } from '#server/digest/due-digests.ts'
import { messageOf } from '#server/error-message.ts'
import { SOCKET_LIMITS } from '#server/http/slow-sockets.ts'
import { LIVE_LIMITS } from '#server/live/limits.ts'
import { openLive } from '#server/live/live.ts'
import { startLoop } from '#server/outbound/background-loop.ts'
import { openBrevo } from '#server/outbound/brevo.ts'
import { openMailingList } from '#server/outbound/lead-forwarding.ts'
import { outboxMailer, smtpMailer } from '#server/outbound/mailer.ts'
import { startOutbox } from '#server/outbound/outbox.ts'
import { openPush } from '#server/outbound/push.ts'
import { openTelegramTest } from '#server/outbound/telegram-test.ts'
import { openTelegram } from '#server/outbound/telegram.ts'
import type { Settings } from '#server/settings.ts'
import { deleteExpired } from './expired.ts'
import { requireNotMoved } from './moved-folder.ts'
import { openReadiness } from './readiness.ts'
import { readSecrets } from './secret-file.ts'
import { startMetrics } from './start-metrics.ts'

export interface Server {
  app: FastifyInstance
  /** Whether the demo accounts exist. */
  isDemo: boolean
  close(): Promise<void>
}

type Log = (line: string) => void

const HOUSEKEEPING_INTERVAL_MS = 3_600_000
const CHAINS_INTERVAL_MS = 3000

/**
 * Starts everything except the port: database, migrations, first data, app and background work.
 * @param overrides configuration for development
 * @throws SettingsError for an error that the operator must fix
 */
export async function bootServer(
  settings: Settings,
  log: Log,
  overrides: Partial<AppConfig> = {},
): Promise<Server> {
  const database = await openDatabase(settings, log)
  const { db } = database
  let reader: OpenDatabase | null = null
  let replica: Replica | null = null
  try {
    const steps = await migrate(db)
    if (steps.length > 0) log(`Database: migrated (${steps.join(', ')})`)
    if (settings.databaseReadUrl !== null) {
      reader = openPostgres(settings.databaseReadUrl, (error) => log(`Replica: ${error.message}`))
      // A process must start during a failover too, while there is no replica.
      const reason = await sql`select 1`.execute(reader.probe).then(() => null, messageOf)
      if (reason === null) await requireReachable(reader.db, 'DATABASE_READ_URL')
      else
        log(
          `DATABASE_READ_URL: the replica does not respond (${reason}). The primary is read until it does.`,
        )
      replica = openReplica({ replica: reader, primary: database, log })
    }
    await requirePrivateDemo(db, settings)
    ignoreInGit(settings.dataFolder)
    await fillFirstTime(database, settings, log)
    const clock = systemClock
    const config = { ...appConfig(settings), ...overrides }
    const { telegramToken: token, telegramUrl } = settings
    const chat = token === null ? null : openTelegram({ token, url: telegramUrl })
    // The embedded database has one process, so the jobs of an earlier one have ended.
    if (database.kind === 'embedded') {
      await endClaims(db)
      await endBuildClaims(db)
    }
    const importJobs = openImportJobs({ db, clock, log })
    const allocationJobs = openBuildJobs({ db, clock, log })
    await allocationJobs.failEnded()
    const live = openLive({
      db,
      ...(replica ? { readDb: replica.db } : {}),
      listen: database.listen,
      clock,
      limits: LIVE_LIMITS,
      log,
    })
    const push = openPush({
      db,
      clock,
      secret: config.secret,
      oldSecret: config.oldSecret,
      subject: settings.vapidSubject,
      origins: settings.pushOrigins,
      log,
    })
    // At the start, where an operator sees that the secret has changed.
    await push.publicKey()
    const openNode = openNodes({ origins: settings.rpcOrigins })
    const mailer =
      settings.smtpUrl !== null && settings.mailFrom !== null
        ? smtpMailer(settings.smtpUrl, settings.mailFrom)
        : outboxMailer(path.join(settings.dataFolder, 'outbox'), clock, log)
    const readiness = openReadiness({
      probe: database.probe,
      embeddedFolder: databaseFolder(settings),
      clock,
      log,
    })
    const measured = await startMetrics({
      settings,
      database,
      replica: reader && replica && { ...reader, ...replica },
      live,
      readiness,
      clock,
      log,
    })
    const chainJobs = openChainJobs({
      db,
      clock,
      keyring: config,
      openNode,
      onChecked: (states) => measured?.metrics.countChecks(states),
      log,
    })
    const app = await buildApp({
      db,
      ...(replica ? { replica } : {}),
      clock,
      mailer,
      brevo: openBrevo(settings.brevoUrl === null ? {} : { url: settings.brevoUrl }),
      telegram: openTelegramTest({ db, chat }),
      push,
      chainNodes: openChainNodes({ openNode, clock }),
      importJobs,
      allocationJobs,
      live,
      readiness,
      ...(measured ? { metrics: measured.metrics } : {}),
      config,
    })
    const { publicUrl, secret, oldSecret } = config
    const list = openMailingList({ url: settings.brevoUrl })
    const backups = openBackups({ database, clock, readKeyring: () => config })
    const { backUp } = backups
    const keepHouse = async () => {
      await expireApprovals(db, clock.now())
      await deleteExpired(db, clock.now())
    }
    const loops = [
      startLoop('Housekeeping', HOUSEKEEPING_INTERVAL_MS, keepHouse, log),
      startLoop('Allocation lists', CLAIM_MS, () => allocationJobs.failEnded(), log),
      startLoop('Chains', CHAINS_INTERVAL_MS, () => chainJobs.round(), log),
      startOutbox({ db, clock, secret, oldSecret, chat, list, log }),
      startEvaluator({ db, clock, log }),
      startPasswordRequests({ db, clock, secret, log }),
      startDigests({ db, clock, log }),
      startDelivery({ db, clock, push, mailer, publicUrl, secret, log }),
      ...(settings.backups
        ? [startBackupSchedule({ backUp, plan: settings.backups, clock, log })]
        : []),
    ]
    const control =
      database.kind === 'embedded'
        ? await listenForCommands(settings.dataFolder, clock, {
            db,
            readKeyring: () => config,
            backUp,
            allocationJobs,
          })
        : null
    const isDemo = await hasDemoAccounts(db)
    return {
      app,
      isDemo,
      async close() {
        await app.close()
        await live.close()
        // Before the socket, over which its command gets the reason.
        await backups.stop()
        await control?.close()
        await Promise.all([importJobs.stop(), allocationJobs.stop(), chainJobs.stop()])
        await Promise.all(loops.map((loop) => loop.stop()))
        await measured?.stop()
        await reader?.close()
        await database.close()
      },
    }
  } catch (error) {
    await reader?.close()
    await database.close()
    throw asFullDisk(error, databaseFolder(settings))
  }
}

/**
 * Opens the database of the settings, for the server and its commands.
 * @throws SettingsError when it cannot be reached, was moved, or another process has it open
 */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const onError = (error: Error) => log(`Database: ${error.message}`)
  if (settings.databaseUrl === null) {
    const folder = embeddedFolder(settings)
    requireNotMoved(settings.dataFolder)
    const onLost = (error: Error) => {
      log(`Database: ${messageOf(asEngineError(error, folder))}`)
      // The server cannot work without the database. A process supervisor restarts it.
      process.exit(1)
    }
    const embedded = await openEmbedded(folder, { onLost, onMaintenanceError: onError }).catch(
      (error: unknown) => {
        throw asEngineError(error, folder)
      },
    )
    try {
      // A move may have ended after the check above, and before the folder was locked.
      requireNotMoved(settings.dataFolder)
    } catch (error) {
      await embedded.close()
      throw error
    }
    ignoreInGit(settings.dataFolder)
    return embedded
  }
  const listenUrl = settings.databaseListenUrl ?? settings.databaseUrl
  const database = openPostgres(settings.databaseUrl, onError, listenUrl)
  try {
    await requireReachable(database.db, 'DATABASE_URL')
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** The database for display, without credentials. */
export function describeDatabase({
  databaseUrl,
  dataFolder,
}: Pick<Settings, 'databaseUrl' | 'dataFolder'>): string {
  if (databaseUrl === null) return dataFolder
  const { host, pathname, searchParams } = new URL(databaseUrl)
  const where = host || searchParams.get('host') || 'localhost'
  return `PostgreSQL ${pathname.slice(1)} on ${where}`
}

/** A database's URL for display: a password in it becomes `<password>`. */
export function hidePassword(url: string): string {
  const shown = new URL(url)
  const hidden = '<password>'
  if (shown.password !== '') shown.password = hidden
  if (shown.searchParams.has('password')) shown.searchParams.set('password', hidden)
  return shown.href.replaceAll(encodeURIComponent(hidden), hidden)
}

export const embeddedFolder = ({ dataFolder }: Pick<Settings, 'dataFolder'>): string =>
  path.join(dataFolder, 'db')

/** The folder of the embedded database; null with PostgreSQL. */
const databaseFolder = (settings: Settings): string | null =>
  settings.databaseUrl === null ? embeddedFolder(settings) : null

async function fillFirstTime(
  { db, vacuum }: OpenDatabase,
  settings: Settings,
  log: Log,
): Promise<void> {
  if (await hasUsers(db)) return
  if (!settings.hasDemo) return addFirstAdmin(db, settings, systemClock.now(), log)
  if (settings.adminEmail !== null)
    log('SALEROOM_ADMIN_EMAIL is ignored: it requires SALEROOM_DEMO=0 and an empty database.')
  const started = performance.now()
  await fillDemo(db, { now: systemClock.now(), log })
  await vacuum()
  log(`Demo data loaded (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

function appConfig(settings: Settings): AppConfig {
  const clientFolder = fileURLToPath(new URL('../client', import.meta.url))
  return {
    publicUrl: settings.publicUrl,
    origins: settings.origins,
    mediaOrigins: settings.mediaOrigins,
    collectsVitals: settings.collectsVitals,
    ...readSecrets(settings),
    clientFolder: existsSync(clientFolder) ? clientFolder : null,
    metricsToken: settings.metricsToken,
    previousAssetsFolder: path.join(settings.dataFolder, 'assets'),
    trustProxy: settings.trustProxy,
    socketLimits: SOCKET_LIMITS,
    checksResponses: false,
    logLevel: 'warn',
  }
}

/** The data folder may lie in a checkout: git, formatter and linter then ignore it. */
function ignoreInGit(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(dataFolder, '.gitignore'), '*\n', { flag: 'wx' })
  } catch {
    // The file exists, or the folder is not writable, which opening the database reports.
  }
}
