import { Eye } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import { formatTime } from '#src/domain/time/format-time.ts'
import { serverNow } from '#src/state/clock.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Notice } from '#src/ui/Notice.tsx'

/** The right was gone before the dialog opened, so the time is not known. */
const EARLIER = 0

/**
 * The lock of a dialog that writes: why, for somebody who has lost the right to make changes while it is
 * open; else null.
 * @param mayBeSent a write of the dialog has no known outcome
 */
export function useWriteLock(mayBeSent = false): ReactNode {
  const mayWrite = useMayWrite()
  const [lostAt, setLostAt] = useState(mayWrite ? null : EARLIER)
  if (mayWrite !== (lostAt === null)) setLostAt(mayWrite ? null : serverNow())
  if (mayWrite || lostAt === null) return null
  const at = lostAt === EARLIER ? '' : ` at ${formatTime(lostAt)}`
  return (
    <Notice icon={Eye}>
      <b>{READ_ONLY}.</b> An admin set this{at}.{mayBeSent ? '' : ' Nothing was sent.'}
    </Notice>
  )
}
