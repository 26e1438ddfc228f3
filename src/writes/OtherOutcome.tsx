import type { ReactNode } from 'react'
import { formatAge } from '#src/domain/format-time.ts'
import { OutcomeNote } from './OutcomeNote.tsx'

/**
 * In a dialog: a write that this dialog did not send has to be known first, or is known now. It
 * names the write, so that nobody takes its outcome for that of what is typed here.
 */
export function OtherOutcome(props: {
  state: 'checking' | 'unknown' | 'done' | 'refused'
  /** When it was first sent, epoch ms. */
  sentAt: number
  /** Why it was refused. */
  reason: string
  /** What is typed here was submitted, and not sent. */
  isHeldBack: boolean
  /** "Another code, SUMMER for the AURA token" */
  children: ReactNode
  /** "created" */
  done: string
  /** Where else to find out: a link or "the list". */
  place: ReactNode
}) {
  const { state, done } = props
  return (
    <OutcomeNote
      isChecking={state === 'checking'}
      outcome={state === 'checking' ? 'unknown' : state}
    >
      {props.children}, sent earlier or in another tab at {formatAge(props.sentAt)},{' '}
      {state === 'checking' && `has no answer yet. Checking whether it was ${done}.`}
      {state === 'unknown' && (
        <>
          may have been {done}. Check again, or look in {props.place}. Checking never does it twice.
        </>
      )}
      {state === 'done' && `was ${done}.`}
      {state === 'refused' && `was not ${done}: ${props.reason.replace(/\.?$/, '.')}`}
      {props.isHeldBack && ' What you typed here was not sent.'}
    </OutcomeNote>
  )
}
