import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isSentHere, type PendingWrite, type PendingWrites } from './pending-writes.ts'
import { ApiError } from '#src/api/api-error.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { sendUntilConfirmed, type Post } from './idempotent-write.ts'
import { failureText, useAction } from '#src/api/use-action.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'

/** A write that this tab did not send, or that turned up when something may be typed already. */
export interface OtherWrite<What> {
  attempt: PendingWrite<What>
  state: 'checking' | 'unknown' | 'done' | 'refused'
  /** Why it was refused. */
  reason: string
  /** This dialog was submitted, and has sent nothing because of the other write. */
  isHeldBack: boolean
}

/**
 * A write that moves value, as a dialog makes it: its key is made as the dialog opens and goes with
 * every try, so that a double click, Enter, a reload or a lost answer never does it twice. From
 * before it is sent until its outcome is known it is kept on the device.
 *
 * Success is reported, and `onDone` called, only for what this dialog sent or shows from its start:
 * an earlier write of this tab, or one that it was opened to check. The outcome of any other write
 * is found out first, and shown as `other` beside what is typed here.
 */
export function useIdempotentMutation<What, Result>(action: {
  attempts: PendingWrites<What>
  /** What it is about: at most one of these can be without an outcome. */
  about: string
  /** The attempt that the dialog was opened to check, if it was. */
  checked?: PendingWrite<What> | undefined
  post: Post<What, Result>
  /** Before anything is said: shows what the write has changed. */
  onMade: (made: Result) => Promise<void> | void
  /** It went through, in this dialog. */
  onDone: () => void
  /** Shown until it is done, when given. */
  loading?: string
  success: string
  failure: string
}) {
  const { attempts, about, checked } = action
  const isOnline = useOnline()
  const [key] = useState(newIdempotencyKey)
  const [settled, setSettled] = useState<OtherWrite<What>>()
  const [isHeldBack, setHeldBack] = useState(false)
  // The key that was last sent from here.
  const requested = useRef<string | null>(null)
  const kept = attempts.use(about)
  const [start] = useState(() => checked ?? (kept && isSentHere(kept.key) ? kept : undefined))
  const [open, setOpen] = useState(start)
  const isOwn = (attempt: PendingWrite<What>) => attempt.key === key || attempt.key === start?.key

  const { act, isBusy } = useAction({
    run: async (next: PendingWrite<What>) => {
      const wasKept = attempts.read(about) !== undefined
      const held = await attempts.keep(about, next)
      requested.current = held.key
      const isOther = !isOwn(held)
      const isCheck = wasKept || held.key !== next.key
      if (isOther && next.key === key) setHeldBack(true)
      if (isCheck) setOpen(held)
      const onChecking = () => setOpen(held)
      const outcome = await sendUntilConfirmed(held, action.post, { isCheck, onChecking })
      const isUnknown = 'error' in outcome && outcome.isUnknown
      setOpen(isUnknown ? held : undefined)
      // The dialog says that it is not known: no toast beside it calls it an error.
      if (isUnknown) throw new ApiError({ kind: 'aborted', cause: outcome.error })
      await attempts.settle(held.key)
      if (!('error' in outcome)) await action.onMade(outcome.made)
      if (isOther) {
        const isDone = !('error' in outcome)
        setSettled({
          attempt: held,
          state: isDone ? 'done' : 'refused',
          reason: isDone ? '' : failureText(outcome.error, action.failure),
          isHeldBack: false,
        })
        throw new ApiError({ kind: 'aborted' })
      }
      if ('error' in outcome) throw outcome.error
      return outcome.made
    },
    ...(action.loading !== undefined && { loading: action.loading }),
    success: action.success,
    failure: action.failure,
  })
  const attempt = async (next: PendingWrite<What>) => {
    requested.current = next.key
    const made = await act(next)
    if (made !== undefined) action.onDone()
  }

  // The outcome of an earlier try is asked for as soon as somebody looks.
  const ask = useRef(attempt)
  useLayoutEffect(() => {
    ask.current = attempt
  })
  const found = kept ?? start
  useEffect(() => {
    if (!found || requested.current === found.key) return
    setOpen(found)
    if (isOnline) void ask.current(found)
  }, [found, isOnline])

  const openOther: OtherWrite<What> | undefined =
    open === undefined || isOwn(open)
      ? undefined
      : { attempt: open, state: isBusy ? 'checking' : 'unknown', reason: '', isHeldBack }
  return {
    /** The dialog's own one whose outcome nobody knows: it takes the place of what is typed. */
    unanswered: open !== undefined && isOwn(open) ? open : undefined,
    /** Another dialog's write, which comes first: while it is not settled, nothing is sent here. */
    other: openOther ?? (settled && { ...settled, isHeldBack }),
    isBusy,
    isLocked: isBusy || open !== undefined,
    send: (what: What) => {
      setSettled(undefined)
      setHeldBack(false)
      return attempt({ key, what, sentAt: Date.now() })
    },
    /** For the foot of the dialog. */
    foot: {
      isInQuestion: open !== undefined,
      isBusy,
      disabledReason: isOnline ? undefined : OFFLINE_REFUSAL,
      onCheck: () => {
        if (open) void attempt(open)
      },
    },
  }
}
