import { Mail } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { toast } from 'react-hot-toast/headless'
import { useLocation } from 'wouter'
import { send } from '#src/api/http.ts'
import { useAuthOptions } from '#src/api/use-auth-options.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import { toApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { describeError } from '#src/session/describe-error.ts'
import { notifyOffline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AuthIcon, AuthLink, Lead, Stack } from '#src/ui/fields/auth-parts.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { useSecondsLeft } from '#src/ui/use-seconds-left.ts'
import { accountCalls, forgotPasswordSchema, PASSWORD_LINK_MINUTES } from '#src/wire/account.ts'

/** How long the button waits before it sends again. */
const SEND_AGAIN_S = 30
/** A shorter wait is shown as seconds on the button. */
const LONGEST_COUNT_S = 90

const TOO_MANY = 429
const NOT_FOUND = 404

/** The email that was typed on Login. It comes in the history entry, so that no log has it. */
function typedEmail(): string {
  const state: unknown = globalThis.history.state
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof email === 'string' ? email : ''
}

/** Mails a link that sets a new password. */
export function ForgotPasswordPage() {
  const [, navigate] = useLocation()
  const options = useAuthOptions()
  const [email, setEmail] = useState(typedEmail)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [end, setEnd] = useState(0)
  const { seconds, refresh } = useSecondsLeft((now) => Math.max(0, Math.ceil((end - now) / 1_000)))
  const start = (wait: number) => {
    setEnd(Date.now() + wait * 1_000)
    refresh()
  }

  const mail = async (to: string) => {
    if (!connection.isOnline) return notifyOffline()
    setBusy(true)
    try {
      const body = { email: to }
      await send(accountCalls.forgotPassword, { body }, { isSessionless: true })
      setSentTo(to)
      start(SEND_AGAIN_S)
    } catch (failure) {
      const { status, retryAfterSeconds: wait } = toApiError(failure)
      if (status === NOT_FOUND) setMissing(true)
      else if (status === TOO_MANY && wait !== undefined) {
        start(wait)
        toast.error(`Too many requests. Try again in ${waitText(wait)}.`)
      } else toast.error(describeError(failure))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { email: email.trim() }
    if (body.email === '') return setError('Enter your email')
    const { error: invalid } = forgotPasswordSchema.safeParse(body)
    if (invalid !== undefined) return setError(invalid.issues[0]?.message)
    void mail(body.email)
  }
  const back = (
    <AuthLink href="/login" onFollow={() => navigate('/login')}>
      Back to login
    </AuthLink>
  )

  if (isMissing || options?.forgot_password === 0) {
    return (
      <>
        <h1 tabIndex={-1}>Forgot your password?</h1>
        <Lead>This server mails no links. Ask an admin to help you.</Lead>
        <Stack>{back}</Stack>
      </>
    )
  }
  const wait = seconds > 0 ? waitText(seconds) : null
  if (sentTo !== null) {
    return (
      <>
        <AuthIcon of={Mail} />
        <SentTitle />
        <Lead>
          If <b>{sentTo}</b> has an account, a link to set a new password is on its way. It works
          once, for {PASSWORD_LINK_MINUTES} minutes.
        </Lead>
        <Stack>
          <Button
            size="lg"
            isBlock
            isBusy={isBusy}
            busyLabel="Sending the link"
            disabledReason={wait === null ? undefined : `You can send another in ${wait}.`}
            onClick={() => void mail(sentTo)}
          >
            {wait === null ? 'Send again' : `Send again in ${wait}`}
          </Button>
          {back}
        </Stack>
      </>
    )
  }
  return (
    <>
      <h1 tabIndex={-1}>Forgot your password?</h1>
      <Lead>You get a mail with a link that sets a new one.</Lead>
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextField
            label="Email"
            type="email"
            inputSize="lg"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            value={email}
            error={error}
            onChange={(event) => {
              setEmail(event.target.value)
              setError(undefined)
            }}
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            isBlock
            isBusy={isBusy}
            busyLabel="Sending the link"
            disabledReason={wait === null ? undefined : `Too many requests. Wait ${wait}.`}
          >
            Send the link
          </Button>
          {back}
        </Stack>
      </form>
    </>
  )
}

/** Takes the focus, which was on the button that is gone. */
function SentTitle() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h1 tabIndex={-1} ref={title}>
      Look in your mail.
    </h1>
  )
}

/** '28 s', '52 minutes'. */
function waitText(seconds: number): string {
  return seconds <= LONGEST_COUNT_S ? `${seconds} s` : formatDuration(seconds * 1000)
}
