import type { Registry } from 'prom-client'
import type { OpenDatabase } from '#server/db/engine/open.ts'
import { MIGRATIONS } from '#server/db/migrations/migrate.ts'
import type { Live, Readiness } from '#server/dependencies.ts'
import { addGauge } from './gauge.ts'
import type { DriftCheck } from './rollup-drift.ts'

export interface ProcessMetricsParts {
  readiness: Readiness
  /** By what the metrics call the database. */
  pools: Readonly<Record<string, Pick<OpenDatabase, 'countConnections'>>>
  live: Pick<Live, 'countStreams'>
  drift: DriftCheck
  /** Reads when the last backup was made (null: none). Null without backups by schedule. */
  lastBackupAt: (() => Promise<Date | null>) | null
}

/** What this process knows of itself. `refresh` reads it and never rejects. */
export function openProcessMetrics(
  registry: Registry,
  { readiness, pools, live, drift, lastBackupAt }: ProcessMetricsParts,
): { refresh(): Promise<void> } {
  const build = addGauge(
    registry,
    'saleroom_build_info',
    'Always 1, with the newest migration that this version has.',
    ['schema'],
  )
  build.set({ schema: MIGRATIONS.at(-1)?.name ?? '' }, 1)
  const ready = addGauge(registry, 'saleroom_ready', 'Whether GET /v1/ready answers 200.')
  const connections = addGauge(
    registry,
    'saleroom_database_connections',
    'Connections of the pool, by the database and whether they are in use.',
    ['database', 'state'],
  )
  const waiters = addGauge(
    registry,
    'saleroom_database_connection_waiters',
    'Statements and transactions that wait for a connection of the pool.',
    ['database'],
  )
  const streams = addGauge(registry, 'saleroom_live_streams', 'Open streams of changes.')
  const differing = addGauge(
    registry,
    'saleroom_rollup_differing_totals',
    'Totals of projects that differed from their rows when they were last compared.',
  )
  const checked = addGauge(
    registry,
    'saleroom_rollup_check_timestamp_seconds',
    'When the totals of a project were last compared.',
  )
  checked.remove()
  const backedUp = addGauge(
    registry,
    'saleroom_backup_timestamp_seconds',
    'When the last backup of the embedded database was made; 0 if there is none.',
  )
  backedUp.remove()

  return {
    async refresh() {
      for (const [database, { countConnections }] of Object.entries(pools)) {
        const { total, idle, waiting } = countConnections()
        connections.set({ database, state: 'idle' }, idle)
        connections.set({ database, state: 'busy' }, total - idle)
        waiters.set({ database }, waiting)
      }
      streams.set(live.countStreams())
      differing.set(drift.differing())
      const checkedAt = drift.checkedAt()
      if (checkedAt !== null) checked.set(checkedAt.getTime() / 1000)
      if (lastBackupAt !== null) {
        // A folder that can't be read is like one without backups: the alert fires.
        const backupAt = await lastBackupAt().catch(() => null)
        backedUp.set((backupAt?.getTime() ?? 0) / 1000)
      }
      ready.set((await readiness.whyNotReady()) === null ? 1 : 0)
    },
  }
}
