import type { Registry } from 'prom-client'
import { CONDITION_KINDS } from '#server/alerts/find-firings.ts'
import type { Db } from '#server/db/engine/open.ts'
import {
  readOperatingFigures,
  readReplicaLag,
  type OperatingFigures,
} from '#server/db/figures/operating-figures.ts'
import { listRuleGroups } from '#server/db/messages/alert-evaluation.ts'
import type { Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { openChainMetrics } from './chain-metrics.ts'
import { addGauge } from './gauge.ts'

export interface DatabaseMetricsParts {
  clock: Clock
  /** Fails within a few seconds when the primary is lost. */
  probe: Db
  /** Likewise of the replica, if there is one. */
  replica: { probe: Db } | null
  log(message: string): void
}

export interface DatabaseMetrics {
  /** Reads the figures, unless they were read a short time ago. Never rejects. */
  refresh(): Promise<void>
}

const CACHE_MS = 5000

/** The metrics that are read from the database. They are missing while it is lost. */
export function openDatabaseMetrics(
  registry: Registry,
  { clock, probe, replica, log }: DatabaseMetricsParts,
): DatabaseMetrics {
  const up = addGauge(
    registry,
    'saleroom_database_up',
    'Whether the database answered when the metrics were read.',
    ['database'],
  )
  const size = addGauge(registry, 'saleroom_database_size_bytes', 'The size of the database.')
  const lag = addGauge(
    registry,
    'saleroom_replica_lag_bytes',
    'The part of the log of the primary that the replica does not have yet.',
  )
  const waiting = addGauge(
    registry,
    'saleroom_outbox_messages',
    'Messages that wait: notices of projects, and alerts of people.',
    ['queue'],
  )
  const due = addGauge(
    registry,
    'saleroom_outbox_oldest_due_seconds',
    'How long the oldest message has been due. 0 if none is.',
    ['queue'],
  )
  const evaluated = addGauge(
    registry,
    'saleroom_alert_evaluation_timestamp_seconds',
    'Until when alert conditions have been evaluated, if there are rules.',
  )
  const chains = openChainMetrics(registry)
  const clear = () => {
    chains.clear()
    for (const each of [size, lag, evaluated]) each.remove()
    for (const each of [waiting, due]) each.reset()
  }

  const show = (figures: OperatingFigures, hasRules: boolean, now: Date) => {
    size.set(figures.sizeBytes)
    for (const { queue, waiting: n, dueSince } of figures.outboxes) {
      waiting.set({ queue }, n)
      due.set({ queue }, dueSince === null ? 0 : (now.getTime() - dueSince.getTime()) / 1000)
    }
    if (hasRules && figures.evaluatedUntil !== null)
      evaluated.set(figures.evaluatedUntil.getTime() / 1000)
  }

  const read = async () => {
    clear()
    const now = clock.now()
    let position: string | null = null
    up.set({ database: 'primary' }, 0)
    try {
      const figures = await readOperatingFigures(probe, now)
      const hasRules = (await listRuleGroups(probe, CONDITION_KINDS)).length > 0
      show(figures, hasRules, now)
      await chains.read(probe)
      up.set({ database: 'primary' }, 1)
      position = figures.position
    } catch (error) {
      log(`Metrics: ${messageOf(error)}`)
    }
    if (replica === null) return
    up.set({ database: 'replica' }, 0)
    try {
      const bytes = await readReplicaLag(replica.probe, position ?? '0/0')
      up.set({ database: 'replica' }, 1)
      if (bytes !== null && position !== null) lag.set(bytes)
    } catch (error) {
      log(`Metrics: the replica: ${messageOf(error)}`)
    }
  }

  clear()
  let last: { at: number; done: Promise<void> } | null = null
  return {
    refresh() {
      if (last === null || performance.now() - last.at > CACHE_MS) {
        const reading = { at: Infinity, done: read() }
        void reading.done.finally(() => {
          reading.at = performance.now()
        })
        last = reading
      }
      return last.done
    },
  }
}
