import { LogOut } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { logout } from '#src/api/logout.ts'
import { readStored, STORAGE_KEYS } from '#src/state/storage.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after } from '#src/ui/loading-order.ts'
import { toast } from '#src/ui/toasts.tsx'
import { hasPendingWrites, readPendingWrites } from '#src/writes/pending-writes.ts'
import { isAnythingUnsaved, isUnsavedElsewhere } from '#src/writes/unsaved-changes.ts'

// The first screen doesn't need dialogs.
const ConfirmLogout = lazyPart(() => import('./ConfirmLogout.tsx'), 'ConfirmLogout')

/** How long Logout waits for IndexedDB to report pending writes of other tabs. */
const STORE_LIMIT_MS = 300

// Until they were read once, this device may have pending writes.
let wereRead = false

async function readWrites(): Promise<void> {
  await readPendingWrites()
  wereRead = true
}

/**
 * Logs the user out, after a confirmation when unsaved input or a pending write would be lost.
 * Render `confirmation`.
 */
export function useLogout(beforeLeaving?: () => void): {
  requestLogout: () => void
  confirmation: ReactNode
} {
  const [isConfirming, setConfirming] = useState(false)
  // Read ahead, so that Logout doesn't wait for IndexedDB.
  useEffect(() => {
    void after('idle').then(() => readWrites().catch(() => undefined))
  }, [])
  const leave = () => {
    beforeLeaving?.()
    void logout()
  }
  const requestLogout = async () => {
    // If the check fails, something may be lost: confirm.
    if (!(await isAnythingLostByLogout().catch(() => true))) return leave()
    try {
      await ConfirmLogout.preload()
      setConfirming(true)
    } catch {
      toast.error('Something is not saved, and the question about it did not load. Try again.', {
        id: 'logout',
      })
    }
  }
  return {
    requestLogout: () => void requestLogout(),
    confirmation: isConfirming && (
      <Suspense>
        <ConfirmLogout onClose={() => setConfirming(false)} onConfirm={leave} />
      </Suspense>
    ),
  }
}

/** Whether logging out loses unsaved input of any tab, or a write without a known outcome. */
async function isAnythingLostByLogout(): Promise<boolean> {
  // A note that is being written survives a reload, but not a logout.
  if (isAnythingUnsaved() || readStored(STORAGE_KEYS.noteDrafts) !== null) return true
  const limit = new Promise((resolve) => {
    setTimeout(resolve, STORE_LIMIT_MS)
  })
  const reading = readWrites()
  const [isElsewhere] = await Promise.all([
    isUnsavedElsewhere(),
    wereRead ? Promise.race([reading, limit]) : reading,
  ])
  return isElsewhere || hasPendingWrites()
}

/** The Logout button of pages without a sidebar. */
export function AuthLogout() {
  const { requestLogout, confirmation } = useLogout()
  return (
    <>
      <Button variant="ghost" icon={LogOut} onClick={requestLogout}>
        Logout
      </Button>
      {confirmation}
    </>
  )
}
