import { lastBackupAt } from '#server/backup/backup-folder.ts'
import type { OpenDatabase } from '#server/db/engine/open.ts'
import type { Replica } from '#server/db/engine/replica.ts'
import type { Clock, Live, Metrics, Readiness } from '#server/dependencies.ts'
import { openDriftCheck, startDriftCheck } from '#server/metrics/rollup-drift.ts'
import type { Settings } from '#server/settings.ts'
import { listenForMetrics } from './metrics-port.ts'

interface MetricsSetup {
  settings: Pick<Settings, 'host' | 'metricsPort' | 'metricsToken' | 'backups'>
  database: OpenDatabase
  replica: (OpenDatabase & Replica) | null
  live: Live
  readiness: Readiness
  clock: Clock
  log(message: string): void
}

/**
 * Starts to measure, and the port of the metrics, as the settings say.
 * @returns null if metrics are off
 * @throws SettingsError when the port is in use or not permitted
 */
export async function startMetrics({
  settings: { host, metricsPort: port, metricsToken: token, backups },
  database,
  replica,
  live,
  readiness,
  clock,
  log,
}: MetricsSetup): Promise<{ metrics: Metrics; stop(): Promise<void> } | null> {
  if (port === null && token === null) return null
  // Most servers never load the client of Prometheus.
  const { openMetrics } = await import('#server/metrics/metrics.ts')
  const drift = openDriftCheck({ db: replica?.db ?? database.db, clock, log })
  const metrics = openMetrics({
    readiness,
    pools: { primary: database, ...(replica ? { replica } : {}) },
    live,
    drift,
    lastBackupAt: backups && (() => lastBackupAt(backups.folder, clock.now())),
    probe: database.probe,
    replica,
    clock,
    log,
  })
  const server = port === null ? null : await listenForMetrics(metrics, { port, host, token })
  const loop = startDriftCheck(drift, log)
  return {
    metrics,
    async stop() {
      await server?.close()
      await loop.stop()
    },
  }
}
