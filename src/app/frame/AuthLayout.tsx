import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { useUser } from '#src/state/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { Logo } from './Logo.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

// Login has none, and does without what a question about unsaved input needs.
const AuthLogout = lazyPart(() => import('./logout.tsx'), 'AuthLogout')

const Shell = styled('div')`
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  grid-template-rows: auto auto 1fr;
`
const Head = styled('header')`
  height: calc(72px + var(--safe-t));
  padding: var(--safe-t) calc(24px + var(--safe-r)) 0 calc(24px + var(--safe-l));
  display: flex;
  align-items: center;
  justify-content: space-between;
  & > button {
    margin-right: -12px;
  }
`
const NoticeRow = styled('div')`
  padding: 0 calc(24px + var(--safe-r)) 0 calc(24px + var(--safe-l));
`
const Main = styled('main')`
  align-self: center;
  justify-self: center;
  width: 352px;
  max-width: calc(var(--layer-w) - 48px);
  margin-bottom: 96px;
  & h1 {
    font: 600 24px/32px var(--font);
    letter-spacing: -0.02em;
  }
  ${MOBILE} {
    align-self: start;
    margin: 56px 0 calc(24px + var(--safe-b));
    width: 100%;
    max-width: none;
    padding: 0 calc(24px + var(--safe-r)) 0 calc(24px + var(--safe-l));
  }
`

/** The layout of Login, Verify Email and the pages of passwords: no sidebar, no top bar. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const user = useUser()
  return (
    <Shell>
      <Head>
        <Logo />
        {user !== null && (
          <Suspense>
            <AuthLogout />
          </Suspense>
        )}
      </Head>
      <NoticeRow>
        <UpdateNotice />
      </NoticeRow>
      <Main>{children}</Main>
    </Shell>
  )
}
