import { Mail } from 'lucide-react'
import { ApiError, send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AuthIcon, Lead } from '#src/ui/fields/auth-parts.tsx'
import { styled } from '#src/ui/theme.ts'
import { accountCalls } from '#src/wire/account.ts'
import type { User } from '#src/wire/users.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { sentAtForWait, SERVER_COOLDOWN_S, useResendCountdown } from './use-resend-countdown.ts'
import { useVerifyLink } from './use-verify-link.ts'

const Act = styled('div')`
  margin-top: 40px;
`
const Count = styled('div')`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  margin-top: 16px;
  font: var(--t-small);
  color: var(--text-3);
`

/** Verifies the user's email address by the mailed link, and sends another mail. */
export function VerifyEmailPage() {
  const user = useUser()
  return user === null ? null : <Verification user={user} />
}

function Verification({ user }: { user: User }) {
  const isOnline = useOnline()
  const { isVerifying } = useVerifyLink()
  const { seconds, hasSent, start } = useResendCountdown(user.id)
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      try {
        // The server sends it to the user's own address.
        await send(accountCalls.sendVerificationEmail, { body: { email: user.email } })
      } catch (error) {
        const wait = waitOf(error)
        if (wait !== null) start(sentAtForWait(wait, Date.now()))
        throw error
      }
      start(Date.now())
    },
    meta: {
      success: 'Successfully sent verification email',
      failure: 'Failed to send verification email',
    },
  })
  const isWaiting = seconds > 0
  const reason = isOnline
    ? isWaiting
      ? `Must wait ${seconds} seconds before sending another email.`
      : undefined
    : OFFLINE_REFUSAL

  return (
    <>
      <AuthIcon of={Mail} />
      <h1 tabIndex={-1}>Verify your email.</h1>
      <Lead>
        {hasSent ? 'We sent a link to ' : 'A link goes to '}
        <b>{user.email}</b>. Open it on this device to continue.
      </Lead>
      <Act>
        <Button
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy || isVerifying}
          busyLabel={isVerifying ? 'Verifying email' : 'Sending verification email'}
          disabledReason={reason}
          onClick={() => void write()}
        >
          Send verification email
        </Button>
      </Act>
      {isWaiting && (
        <Count role="timer" className="num">
          <CountdownRing seconds={seconds} />
          You can send another in {seconds} s
        </Count>
      )}
    </>
  )
}

const RADIUS = 6
const LENGTH = 2 * Math.PI * RADIUS

/** A ring that shows the remaining seconds. */
function CountdownRing(props: { seconds: number }) {
  const left = Math.min(1, props.seconds / SERVER_COOLDOWN_S)
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" fill="none" aria-hidden>
      <circle cx="8" cy="8" r={RADIUS} stroke="var(--line-strong)" strokeWidth="2" />
      <circle
        cx="8"
        cy="8"
        r={RADIUS}
        stroke="var(--text-2)"
        strokeWidth="2"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - left)}
        transform="rotate(-90 8 8)"
      />
    </svg>
  )
}

/** The required wait in seconds if a mail was rejected, or null for any other error. */
function waitOf(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429
    ? (error.retryAfterSeconds ?? null)
    : null
}
