import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { WriteMeta } from '#src/cache/mutation-cache.ts'
import { writeErrorText } from '#src/session/error-message.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { newIdempotencyKey, sendUntilConfirmed, type SendWrite } from './idempotent-write.ts'
import { isSentHere, type PendingWrite, type PendingWrites } from './pending-writes.ts'
import { useWrite } from './use-write.ts'
import { nextWriteState, type WriteState } from './write-state.ts'

/** A write that the dialog did not send: it is confirmed first, and its outcome shown. */
export type OtherWrite<Body> = Exclude<WriteState<Body>, { is: 'idle' | 'sending' }>

/**
 * A write that moves value, sent from a dialog. Its idempotency key is made when the dialog opens
 * and goes with every try, so that a double click, a reload or a lost response never applies it
 * twice. It is saved on the device before it is sent, until its outcome is known.
 *
 * The dialog owns the writes that it sends, the one that it was opened to check, and an earlier one
 * of this tab. Any other write with the same target is confirmed first and shown as `other`, beside
 * what is typed here; only then can the dialog send.
 */
export function useIdempotentMutation<Body, Result>(mutation: {
  pendingWrites: PendingWrites<Body>
  /** Its idempotency key, if it is kept with what is typed; else one is made. */
  key?: string | undefined
  /** What the write changes: at most one write per target can have an unknown outcome. */
  target: string
  /** The write that the dialog was opened to check, if any. */
  checked?: PendingWrite<Body> | undefined
  send: SendWrite<Body, Result>
  /** A write was applied, an `other` one too. Runs before the toast. */
  onApplied: (result: Result) => Promise<void> | void
  /** What has become of a write, if that is not what the dialog does: "waits for approval". */
  describeOutcome?: (result: Result) => string | undefined
  /** The dialog's own write was applied. */
  onDone: () => void
  /** Without `success` the dialog stays, and shows itself that it is done. */
  meta: Omit<WriteMeta, 'success'> & { success?: string | ((result: Result) => string) }
}) {
  const { pendingWrites, target, checked, meta } = mutation
  const isOnline = useOnline()
  const [ownKey] = useState(newIdempotencyKey)
  const key = mutation.key ?? ownKey
  const saved = pendingWrites.use(target)
  const [first] = useState(() => checked ?? (saved && isSentHere(saved.key) ? saved : undefined))
  const isOwn = (write: PendingWrite<Body>) => write.key === key || write.key === first?.key
  const [state, dispatch] = useReducer(
    nextWriteState<Body>,
    first ? { is: 'unknown', write: first, isOwn: true, isHeldBack: false } : { is: 'idle' },
  )
  const sentKeys = useRef(new Set<string>())

  const { success } = meta
  const textOf = (result: Result) => (typeof success === 'function' ? success(result) : success)
  const { write: run } = useWrite({
    mutationFn: async (next: { write: PendingWrite<Body>; isCheck: boolean }) => {
      dispatch(
        next.isCheck
          ? { is: 'confirming', write: next.write, isOwn: isOwn(next.write) }
          : { is: 'submitted', write: next.write },
      )
      const wasSaved = pendingWrites.read(target) !== undefined
      const write = await pendingWrites.save(target, next.write)
      sentKeys.current.add(write.key)
      const isRetry = wasSaved || write.key !== next.write.key
      if (isRetry) {
        const isHeldBack = !next.isCheck && !isOwn(write)
        const held = isHeldBack ? { isHeldBack } : {}
        dispatch({ is: 'confirming', write, isOwn: isOwn(write), ...held })
      }
      const onRetry = () => dispatch({ is: 'unanswered' })
      const outcome = await sendUntilConfirmed(write, mutation.send, { isRetry, onRetry })
      if (outcome.is === 'unknown') {
        dispatch({ is: 'unconfirmed' })
        return { is: 'unknown' } as const
      }
      await pendingWrites.resolve(write.key)
      if (outcome.is === 'done') {
        try {
          await mutation.onApplied(outcome.result)
        } catch (error) {
          // The write was applied all the same: an error of the screen must not make it look refused.
          reportError(error)
        }
        dispatch({ is: 'done', outcome: mutation.describeOutcome?.(outcome.result) })
        return isOwn(write)
          ? ({ is: 'done', result: outcome.result } as const)
          : ({ is: 'other' } as const)
      }
      dispatch({ is: 'refused', refusal: writeErrorText(outcome.error, meta.failure) })
      if (isOwn(write)) throw outcome.error
      return { is: 'other' } as const
    },
    // The dialog itself shows an unknown outcome and that of another write.
    meta: { ...meta, success: (end) => (end.is === 'done' ? textOf(end.result) : undefined) },
  })
  const start = async (write: PendingWrite<Body>, isCheck: boolean) => {
    sentKeys.current.add(write.key)
    if ((await run({ write, isCheck }))?.is === 'done') mutation.onDone()
  }

  // An earlier write is confirmed as soon as the dialog is open and online.
  const check = useRef(start)
  useLayoutEffect(() => {
    check.current = start
  })
  const found = saved ?? first
  useEffect(() => {
    if (!found || sentKeys.current.has(found.key)) return
    const isFirst = found.key === first?.key
    dispatch({ is: 'found', write: found, isOwn: isFirst || found.key === key })
    if (isOnline) void check.current(found, true)
  }, [found, first, key, isOnline])

  // Its own write is done: the dialog is about to close.
  const isClosing = state.is === 'done' && state.isOwn
  const isBusy = state.is === 'sending' || state.is === 'confirming' || isClosing
  const isUnconfirmed = state.is === 'confirming' || state.is === 'unknown'
  return {
    /** The dialog's own write without an outcome: the form shows it instead of what is typed. */
    unconfirmed: isUnconfirmed && state.isOwn ? state.write : undefined,
    /** Another write: until it is done, this dialog sends nothing. */
    other: 'isOwn' in state && !state.isOwn ? state : undefined,
    isBusy,
    isLocked: isBusy || isUnconfirmed,
    send: (body: Body) => start({ key, what: body, sentAt: Date.now() }, false),
    /** For the buttons of WriteDialog. */
    footer: {
      isUnconfirmed,
      isBusy,
      disabledReason: isOnline ? undefined : OFFLINE_REFUSAL,
      onCheck: () => {
        if (isUnconfirmed) void start(state.write, true)
      },
    },
  }
}
