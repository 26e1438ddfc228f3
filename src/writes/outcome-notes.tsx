import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import { formatAge } from '#src/domain/time/format-time.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'
import type { PendingWrite } from './pending-writes.ts'
import type { OtherWrite } from './use-idempotent-mutation.ts'

const COLOURS = { unknown: 'warning', done: 'positive', refused: 'negative' } as const
const ICONS = { unknown: CircleHelp, done: CircleCheck, refused: CircleX }
type Outcome = keyof typeof COLOURS

const Box = styled('div')<{ $outcome: Outcome }>`
  display: flex;
  gap: 12px;
  padding: 12px;
  background: var(--${(p) => COLOURS[p.$outcome]}-tint);
  border-radius: var(--r-md);
  color: var(--text-1);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--${(p) => COLOURS[p.$outcome]});
  }
  & > p {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > button {
    flex: none;
    align-self: center;
  }
  & a {
    text-decoration: underline;
  }
`

const Stack = styled('div')`
  display: grid;
  gap: 8px;
  margin-bottom: 16px;
`

function Note(props: {
  isChecking?: boolean
  outcome?: Outcome
  children: ReactNode
  action?: ReactNode
}) {
  const { isChecking = false, outcome = 'unknown' } = props
  return (
    <Box role="status" $outcome={outcome}>
      <Icon
        of={isChecking ? LoaderCircle : ICONS[outcome]}
        className={isChecking ? 'spin' : undefined}
      />
      <p>{props.children}</p>
      {props.action}
    </Box>
  )
}

/** In a dialog whose own write has no known outcome. */
export function UnconfirmedNote(props: {
  isChecking: boolean
  /** "the banner was created" */
  what: string
  /** Where else to check: a link or "the list". */
  place: ReactNode
  /** "Checking never creates it twice." */
  promise: string
}) {
  const { isChecking, what } = props
  return (
    <Note isChecking={isChecking}>
      {isChecking ? (
        `The server did not answer. Checking whether ${what}.`
      ) : (
        <>
          The server has not confirmed whether {what}. Check again, or look in {props.place}.{' '}
          {props.promise}
        </>
      )}
    </Note>
  )
}

/** On a page: the writes without a known outcome, also from before a reload, and how to check them. */
export function PendingWriteNotes<Body>(props: {
  writes: readonly PendingWrite<Body>[]
  /** "whether the banner was created" */
  children: (body: Body) => ReactNode
  /** Without it the writes are only named. */
  onCheck?: ((write: PendingWrite<Body>) => void) | undefined
}) {
  const { onCheck } = props
  // A check sends the write again, which people who only look would be refused.
  const mayCheck = useMayWrite()
  if (props.writes.length === 0) return null
  return (
    // A dialog, where they are only named, has its own gaps.
    <Stack style={onCheck ? undefined : { margin: 0 }}>
      {props.writes.map((write) => (
        <Note
          key={write.key}
          action={
            onCheck &&
            mayCheck && (
              <Button size="sm" onClick={() => onCheck(write)}>
                Check
              </Button>
            )
          }
        >
          The server has not confirmed {props.children(write.what)}.
          {onCheck && !mayCheck && ` ${READ_ONLY}, so it is not sent again.`}
        </Note>
      ))}
    </Stack>
  )
}

/**
 * In a dialog: the outcome of a write that the dialog did not send. It names that write, so that
 * nobody takes its outcome for that of what is typed here.
 */
export function OtherWriteNote(props: {
  other: OtherWrite<unknown>
  /** "Another code, SUMMER for the AURA token" */
  children: ReactNode
  /** "created" */
  done: string
  /** Where else to check: a link or "the list". */
  place: ReactNode
}) {
  const { other, done } = props
  const isChecking = other.is === 'confirming'
  const refusal = other.is === 'done' ? other.refusal : null
  const finished = other.is === 'done' ? other.outcome : undefined
  const outcome = other.is !== 'done' ? 'unknown' : refusal === null ? 'done' : 'refused'
  return (
    <Note isChecking={isChecking} outcome={outcome}>
      {props.children}, sent earlier or in another tab at {formatAge(other.write.sentAt)},{' '}
      {isChecking && `has no answer yet. Checking whether it was ${done}.`}
      {other.is === 'unknown' && (
        <>
          may have been {done}. Check again, or look in {props.place}. Checking never does it twice.
        </>
      )}
      {outcome === 'done' && `${finished ?? `was ${done}`}.`}
      {refusal !== null && `was not ${done}: ${refusal.replace(/\.?$/, '.')}`}
      {other.isHeldBack && ' What you typed here was not sent.'}
    </Note>
  )
}
