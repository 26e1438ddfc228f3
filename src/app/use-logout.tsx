import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { logout } from '#src/api/auth.ts'
import { importWithTimeout } from '#src/api/import-with-timeout.ts'
import { isAnythingUnsaved, isUnsavedElsewhere } from '#src/writes/unsaved-changes.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { toast } from '#src/ui/toasts.tsx'
import { whenIdle } from '#src/ui/when-idle.ts'

// Dialogs are more than the first screen needs.
const LogoutQuestion = lazyPart(() =>
  import('./ConfirmLogout.tsx').then((module) => module.ConfirmLogout),
)

/** What a disk gets to tell of attempts that another tab has begun since this one first read them. */
const DISK_LIMIT_MS = 300

// Resolves once the attempts of this device are read; the first screen does without them.
let isAnyAttemptOpen: (() => boolean) | null = null

async function readAttempts(): Promise<void> {
  const attempts = await importWithTimeout(import('#src/writes/pending-writes.ts'))
  await attempts.readPendingWrites()
  ;({ hasPendingWrites: isAnyAttemptOpen } = attempts)
}

/** What every Logout does: it asks first where something would be lost. Draw the question too. */
export function useLogout(beforeLeaving?: () => void): { ask: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  // Read before they are needed, so that Logout waits for no disk.
  useEffect(() => whenIdle(() => void readAttempts().catch(() => undefined), 2000), [])
  const leave = () => {
    beforeLeaving?.()
    void logout()
  }
  const ask = async () => {
    // What can't be found out may be: then a person is asked.
    if (!(await isAnythingLostByLogout().catch(() => true))) return leave()
    try {
      await LogoutQuestion.preload()
      setAsking(true)
    } catch {
      toast.error('Something is not saved, and the question about it did not load. Try again.', {
        id: 'logout',
      })
    }
  }
  return {
    ask: () => void ask(),
    question: isAsking && (
      <Suspense>
        <LogoutQuestion onClose={() => setAsking(false)} onConfirm={leave} />
      </Suspense>
    ),
  }
}

/** Whether Logout takes away what a person typed, in any tab, or the way to an open question. */
async function isAnythingLostByLogout(): Promise<boolean> {
  if (isAnythingUnsaved()) return true
  const limit = new Promise((resolve) => {
    setTimeout(resolve, DISK_LIMIT_MS)
  })
  const reading = readAttempts()
  const [isElsewhere] = await Promise.all([
    isUnsavedElsewhere(),
    isAnyAttemptOpen === null ? reading : Promise.race([reading, limit]),
  ])
  return isElsewhere || isAnyAttemptOpen === null || isAnyAttemptOpen()
}
