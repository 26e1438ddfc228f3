import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { hasPasskeySupport } from '#src/account/passkeys.ts'
import { login } from '#src/api/sign-in.ts'
import { useAuthOptions } from '#src/api/use-auth-options.ts'
import { connection } from '#src/session/connection.ts'
import { notifyOffline } from '#src/session/use-online.ts'
import { Lead } from '#src/ui/fields/auth-parts.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Login, SecondFactorRequest } from '#src/wire/auth.ts'
import { LoginForm } from './LoginForm.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { showLoggedIn, showLoginError } from './show-login-error.ts'

// Few sign-ins need it.
const SecondFactorStep = lazyPart(() => import('./SecondFactorStep.tsx'), 'SecondFactorStep')

const Page = styled('div')`
  position: relative;
`

/** The login form, then the second factor if one is needed. The router leaves the page. */
export function LoginPage() {
  const title = useRef<HTMLHeadingElement>(null)
  const [, navigate] = useLocation()
  const options = useAuthOptions()
  const [wasKnown] = useState(options !== null)
  const [email, setEmail] = useState('')
  const [request, setRequest] = useState<SecondFactorRequest | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [submits, setSubmits] = useState(0)

  const isStep = request !== null
  const leaveStep = useCallback(() => {
    setRequest(null)
    // After the form is back.
    setTimeout(() => title.current?.focus())
  }, [])
  useEffect(() => {
    if (!isStep) return
    addEventListener('popstate', leaveStep)
    return () => removeEventListener('popstate', leaveStep)
  }, [isStep, leaveStep])

  /** Not a mutation: React Query is not part of this page's first load. */
  const signIn = async (credentials: Login): Promise<void> => {
    if (!connection.isOnline) return notifyOffline()
    setEmail(credentials.email)
    setNotice(null)
    setSubmits((count) => count + 1)
    try {
      const result = await login(credentials)
      if (!('challenge' in result)) return showLoggedIn()
      // If it does not load, the step shows that itself.
      await SecondFactorStep.preload().catch(() => undefined)
      // So that Back leads to the password.
      history.pushState(history.state, '', location.href)
      setRequest(result)
    } catch (error) {
      showLoginError(error)
    }
  }

  if (request !== null)
    return (
      <Suspense fallback={null}>
        <SecondFactorStep
          request={request}
          onBack={(reason) => {
            setNotice(reason ?? null)
            // At once: the step must not go back twice.
            leaveStep()
            history.back()
          }}
        />
      </Suspense>
    )
  return (
    <Page>
      <h1 tabIndex={-1} ref={title}>
        Login to your account.
      </h1>
      {notice !== null && <Lead role="alert">{notice}</Lead>}
      <LoginForm
        email={email}
        onLogin={signIn}
        onForgot={
          options?.forgot_password === 1
            ? (typed) => navigate('/forgot-password', { state: { email: typed } })
            : undefined
        }
      >
        {options?.passkeys === 1 && hasPasskeySupport() && (
          // A password that is sent replaces the passkey that the browser waits for.
          <PasskeyLogin key={submits} isLate={!wasKnown} />
        )}
      </LoginForm>
    </Page>
  )
}
