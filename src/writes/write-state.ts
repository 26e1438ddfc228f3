import type { PendingWrite } from './pending-writes.ts'

/**
 * The write of a dialog. `sending` is always the dialog's own write. In the other states `isOwn` is
 * false for a write that another tab or an earlier dialog has sent, and `isHeldBack` is true if the
 * dialog was submitted and has sent nothing because that write comes first.
 */
export type WriteState<Body> =
  | { is: 'idle' }
  | { is: 'sending'; write: PendingWrite<Body> }
  /** There was no response: it is sent again with the same key. */
  | ({ is: 'confirming' } & Earlier<Body>)
  /** Nothing is being sent. The user can check again, and cannot send anything else. */
  | ({ is: 'unknown' } & Earlier<Body>)
  /**
   * `refusal` is null if the write was applied. The dialog's own write is `idle` after a refusal.
   * `outcome` is what has become of it, if that is not what the dialog does: "waits for approval".
   */
  | ({ is: 'done'; refusal: string | null; outcome?: string | undefined } & Earlier<Body>)

type Earlier<Body> = { write: PendingWrite<Body>; isOwn: boolean; isHeldBack: boolean }

export type WriteEvent<Body> =
  /** The dialog was submitted. */
  | { is: 'submitted'; write: PendingWrite<Body> }
  /** The device holds a write that has no outcome yet. */
  | { is: 'found'; write: PendingWrite<Body>; isOwn: boolean }
  /** A write that was sent before is being confirmed. */
  | { is: 'confirming'; write: PendingWrite<Body>; isOwn: boolean; isHeldBack?: boolean }
  /** There was no response to the write that is being sent. */
  | { is: 'unanswered' }
  | { is: 'unconfirmed' }
  | { is: 'done'; outcome?: string | undefined }
  | { is: 'refused'; refusal: string }

/** The state after an event. */
export function nextWriteState<Body>(
  state: WriteState<Body>,
  event: WriteEvent<Body>,
): WriteState<Body> {
  const wasHeldBack = 'isHeldBack' in state && state.isHeldBack
  switch (event.is) {
    case 'submitted':
      return { is: 'sending', write: event.write }
    case 'found': {
      const isKnown = state.is === 'unknown' && state.write.key === event.write.key
      if (isBusy(state) || isKnown) return state
      return { is: 'unknown', write: event.write, isOwn: event.isOwn, isHeldBack: wasHeldBack }
    }
    case 'confirming': {
      const { write, isOwn, isHeldBack = wasHeldBack } = event
      return { is: 'confirming', write, isOwn, isHeldBack }
    }
    case 'unanswered':
      return state.is === 'sending' ? { ...sent(state), is: 'confirming' } : state
    case 'unconfirmed':
      return isBusy(state) ? { ...sent(state), is: 'unknown' } : state
    case 'done':
      return isBusy(state)
        ? { ...sent(state), is: 'done', refusal: null, outcome: event.outcome }
        : state
    case 'refused': {
      if (!isBusy(state)) return state
      const earlier = sent(state)
      return earlier.isOwn ? { is: 'idle' } : { ...earlier, is: 'done', refusal: event.refusal }
    }
  }
}

type Busy<Body> = Extract<WriteState<Body>, { is: 'sending' | 'confirming' }>

function isBusy<Body>(state: WriteState<Body>): state is Busy<Body> {
  return state.is === 'sending' || state.is === 'confirming'
}

function sent<Body>(state: Busy<Body>): Earlier<Body> {
  return state.is === 'sending' ? { write: state.write, isOwn: true, isHeldBack: false } : state
}
