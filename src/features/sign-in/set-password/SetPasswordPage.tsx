import { useState, type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { PasswordForm } from '#src/account/PasswordForm.tsx'
import { ApiError, send } from '#src/api/http.ts'
import { login } from '#src/api/sign-in.ts'
import { useAuthOptions } from '#src/api/use-auth-options.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AuthLink, Lead } from '#src/ui/fields/auth-parts.tsx'
import { styled } from '#src/ui/theme.ts'
import { accountCalls, INVALID_TOKEN, type PasswordLink } from '#src/wire/account.ts'
import { useWrite } from '#src/writes/use-write.ts'

const Away = styled('div')`
  display: grid;
  gap: 16px;
  margin-top: 40px;
`

/** Sets the first password of an invited person, or a new one for a forgotten one, by a mailed link. */
export function SetPasswordPage() {
  const user = useUser()
  const { token, forgetToken } = useLinkToken()
  const link = usePasswordLink(token)
  const [isEntering, setEntering] = useState(false)
  const [, navigate] = useLocation()
  // An invited person is logged in here before the page is left.
  if (user !== null && !isEntering)
    return (
      <Unusable action="Back to Home" onAction={() => navigate('/')}>
        You are logged in as <b>{user.email}</b>. Log out to set the password of the link.
      </Unusable>
    )
  if (token === null)
    return (
      <ExpiredLink
        onLogin={() => navigate('/login')}
        onAgain={() => navigate('/forgot-password')}
      />
    )
  if (link === undefined) return null
  return (
    <LinkForm
      token={token}
      link={link}
      onInvalid={forgetToken}
      onEnter={() => setEntering(true)}
      onDone={(isLoggedIn) => {
        navigate(isLoggedIn ? '/' : '/login')
        forgetToken()
      }}
    />
  )
}

/**
 * Logs in with the password that was set, as the login page does: the server decides whether a second
 * factor is needed. False if it is, or if the login failed: then the login page goes on.
 */
async function logIn(email: string, password: string): Promise<boolean> {
  try {
    return !('challenge' in (await login({ email, password })))
  } catch {
    return false
  }
}

function LinkForm(props: {
  token: string
  link: PasswordLink | null
  onInvalid: () => void
  onEnter: () => void
  onDone: (isLoggedIn: boolean) => void
}) {
  const { link } = props
  const isInvitation = link?.purpose === 'invitation'
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: async (password: string) => {
      try {
        const body = { token: props.token, new_password: password }
        await send(accountCalls.resetPassword, { body }, { isSessionless: true })
      } catch (error) {
        if (error instanceof ApiError && error.message === INVALID_TOKEN) props.onInvalid()
        throw error
      }
      // A forgotten password may have been in other hands: its owner logs in by hand.
      if (!isInvitation) return { isLoggedIn: false }
      props.onEnter()
      return { isLoggedIn: await logIn(link.email, password) }
    },
    meta: {
      success: ({ isLoggedIn }) =>
        isLoggedIn ? 'Your password is set' : 'Your password is set. Log in with it.',
      failure: 'Failed to set password',
    },
  })
  return (
    <>
      <h1 tabIndex={-1}>{isInvitation ? 'Choose your password.' : 'Set a new password.'}</h1>
      <Lead>
        {link === null ? (
          'Choose the password that you will log in with.'
        ) : (
          <>
            Choose the password that <b>{link.email}</b> will log in with.
          </>
        )}
      </Lead>
      <PasswordForm
        beside="repeated"
        place="page"
        onSubmit={async ({ fresh }) => {
          const done = await write(fresh)
          if (done) props.onDone(done.isLoggedIn)
          return false
        }}
      >
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          busyLabel="Setting password"
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        >
          Set password
        </Button>
      </PasswordForm>
    </>
  )
}

/** The link can't be used: how to get another one. */
function ExpiredLink(props: { onLogin: () => void; onAgain: () => void }) {
  const isOffered = useAuthOptions()?.forgot_password === 1
  const link = (
    <AuthLink href="/forgot-password" onFollow={props.onAgain}>
      Get a new link
    </AuthLink>
  )
  return (
    <Unusable action="Back to login" onAction={props.onLogin} link={isOffered && link}>
      This link has expired or was used already. If you have set your password, log in. Otherwise{' '}
      {isOffered ? 'get a new link. If you were only invited, ' : ''}ask an admin to send the
      invitation again.
    </Unusable>
  )
}

/** Shown instead of the form: why it cannot be used, and the way on. */
function Unusable(props: {
  children: ReactNode
  action: string
  onAction: () => void
  link?: ReactNode
}) {
  return (
    <>
      <h1 tabIndex={-1}>Set a new password.</h1>
      <Lead>{props.children}</Lead>
      <Away>
        <Button size="lg" isBlock onClick={props.onAction}>
          {props.action}
        </Button>
        {props.link}
      </Away>
    </>
  )
}

/**
 * The token of the opened link, or null. It is moved at once from the address bar, where history
 * would keep it, to session storage, so that a reload does not lose it.
 */
function useLinkToken(): { token: string | null; forgetToken: () => void } {
  const [token, setToken] = useState(takeToken)
  // Another link that is opened in the same tab changes only the fragment.
  useEffect(() => {
    const onChange = () => setToken(takeToken())
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return {
    token,
    forgetToken: () => {
      removeStored(STORAGE_KEYS.invitationToken, 'session')
      setToken(null)
    },
  }
}

function takeToken(): string | null {
  const { hash, pathname, search } = globalThis.location
  const given = new URLSearchParams(hash.slice(1)).get('token')
  if (given !== null) {
    writeStored(STORAGE_KEYS.invitationToken, given, 'session')
    globalThis.history.replaceState(null, '', `${pathname}${search}`)
    // Returned as it is where storage is forbidden.
    return given
  }
  const stored = readStored(STORAGE_KEYS.invitationToken, 'session')
  return typeof stored === 'string' ? stored : null
}

/**
 * What the link is for. Undefined while that is requested; null if the server did not say, which also
 * happens with a link that has ended: setting the password then says so.
 */
function usePasswordLink(token: string | null): PasswordLink | null | undefined {
  const [known, setKnown] = useState<{ token: string; link: PasswordLink | null } | null>(null)
  useEffect(() => {
    if (token === null) return
    let isCurrent = true
    const read = async () => {
      const body = { token }
      const link = await send(
        accountCalls.readPasswordLink,
        { body },
        { isSessionless: true },
      ).catch(() => null)
      if (isCurrent) setKnown({ token, link })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [token])
  return known !== null && known.token === token ? known.link : undefined
}
