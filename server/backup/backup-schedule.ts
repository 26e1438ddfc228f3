import type { Clock } from '#server/dependencies.ts'
import { startLoop, type BackgroundLoop } from '#server/outbound/background-loop.ts'
import { lastBackupAt } from './backup-folder.ts'
import type { Backup, BackUp } from './backups.ts'

export interface BackupPlan {
  folder: string
  everyHours: number
  /** How many backups remain in the folder. */
  keep: number
}

interface Parts {
  backUp: BackUp
  plan: BackupPlan
  clock: Clock
  log(line: string): void
}

const CHECK_INTERVAL_MS = 60_000
const HOUR_MS = 3_600_000
/** A failure is often a full disk, where each attempt writes until it is full again. */
const CHECKS_AFTER_FAILURE = 15

/** Makes backups by a plan. The last backup in the folder decides when the next one is due. */
export function startBackupSchedule(parts: Parts): BackgroundLoop {
  return startLoop('Backup', CHECK_INTERVAL_MS, scheduledWork(parts), parts.log)
}

/** @returns what each check does: a backup if one is due; after a failure some checks do nothing */
export function scheduledWork({ backUp, plan, clock, log }: Parts): () => Promise<void> {
  let skippedChecks = 0
  return async () => {
    if (skippedChecks > 0) {
      skippedChecks -= 1
      return
    }
    const now = clock.now()
    const last = await lastBackupAt(plan.folder, now)
    if (last !== null && now.getTime() - last.getTime() < plan.everyHours * HOUR_MS) return
    try {
      log(`Backup: ${describeBackup(await backUp(plan.folder, plan.keep))}`)
    } catch (error) {
      skippedChecks = CHECKS_AFTER_FAILURE
      throw error
    }
  }
}

/** The file, its size in MB (10^6 bytes), the time that it took and, on a second line, the warning. */
export function describeBackup({ file, bytes, seconds, warning }: Backup): string {
  const made = `${file}, ${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s`
  return warning === null ? made : `${made}\n${warning}`
}
