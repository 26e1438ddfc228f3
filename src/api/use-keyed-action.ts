import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Attempt, Attempts } from '#src/state/attempts.ts'
import { ApiError } from './api-error.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { writeUntilKnown, type Post } from './keyed-write.ts'
import { useAction } from './use-action.ts'
import { OFFLINE_REFUSAL, useOnline } from './use-online.ts'

/**
 * A write that moves value, as a dialog makes it: its key is made as the dialog opens and goes with
 * every try, so that a double click, Enter, a reload or a lost answer never does it twice. From
 * before it is sent until its outcome is known it is kept on the device.
 */
export function useKeyedAction<What, Result>(action: {
  attempts: Attempts<What>
  /** What it is about: at most one of these can be without an outcome. */
  about: string
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
  const { attempts, about } = action
  const isOnline = useOnline()
  const [key] = useState(newIdempotencyKey)
  const [isInQuestion, setInQuestion] = useState(false)
  // The key that was last sent from here.
  const asked = useRef<string | null>(null)
  const kept = attempts.use(about)

  const { act, isBusy } = useAction({
    run: async (next: Attempt<What>) => {
      const isCheck = attempts.read(about) !== undefined
      if (isCheck) setInQuestion(true)
      try {
        const held = await attempts.keep(about, next)
        // Another tab's: that one first has to be known.
        if (held.key !== next.key) throw new ApiError({ kind: 'aborted' })
        const onChecking = () => setInQuestion(true)
        const outcome = await writeUntilKnown(held, action.post, { isCheck, onChecking })
        if ('error' in outcome) {
          // The dialog says that it is not known: no toast beside it calls it an error.
          if (outcome.isUnknown) throw new ApiError({ kind: 'aborted', cause: outcome.error })
          await attempts.settle(held.key)
          throw outcome.error
        }
        await attempts.settle(held.key)
        await action.onMade(outcome.made)
        return outcome.made
      } finally {
        setInQuestion(attempts.read(about) !== undefined)
      }
    },
    ...(action.loading !== undefined && { loading: action.loading }),
    success: action.success,
    failure: action.failure,
  })
  const attempt = async (next: Attempt<What>) => {
    asked.current = next.key
    const made = await act(next)
    if (made !== undefined) action.onDone()
  }

  // The outcome of an earlier try is asked for as soon as somebody looks.
  const ask = useRef(attempt)
  useLayoutEffect(() => {
    ask.current = attempt
  })
  useEffect(() => {
    if (!kept || asked.current === kept.key) return
    setInQuestion(true)
    if (isOnline) void ask.current(kept)
  }, [kept, isOnline])

  const unanswered = isInQuestion ? kept : undefined
  return {
    /** The one whose outcome nobody knows: it takes the place of what is typed. */
    unanswered,
    isBusy,
    isLocked: isBusy || unanswered !== undefined,
    send: (what: What) => attempt({ key, what, sentAt: Date.now() }),
    /** For the foot of the dialog. */
    foot: {
      isInQuestion: unanswered !== undefined,
      isBusy,
      disabledReason: isOnline ? undefined : OFFLINE_REFUSAL,
      onCheck: () => {
        if (kept) void attempt(kept)
      },
    },
  }
}
