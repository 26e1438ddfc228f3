import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { documentTitle } from '#src/domain/product.ts'
import { useSession } from '#src/state/session.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { LazyData, LazyAppLayout, LazyNotFound } from './lazy-parts.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { redirectFor } from './redirects.ts'
import { routeOf } from './routes.ts'

function Contents({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  return (
    <PageBoundary key={path} title={title}>
      <Suspense fallback={null}>{children}</Suspense>
    </PageBoundary>
  )
}

/** The page at the present address, or the way to where the person must be instead. */
export function Router() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const { current } = useSession()
  const route = routeOf(path)
  const target = redirectFor(current, path, search === '' ? '' : `?${search}`, route?.access)
  const title = route?.title ?? 'Not Found'
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
  useEffect(() => {
    if (target !== null) navigate(target, { replace: true })
  }, [target, navigate])

  const isIn = current.is === 'in'
  const isBare = route?.isBare === true
  // A bare page stays until the next one is loaded; anything else of the old state must not show.
  if (target !== null && !(isIn && isBare)) return null
  const Page = route?.page
  if (isBare && Page !== undefined) {
    return (
      <AuthLayout>
        <Contents title={title} path={path}>
          {route?.access === 'signed-out' ? (
            <Page />
          ) : (
            <LazyData>
              <Page />
            </LazyData>
          )}
        </Contents>
      </AuthLayout>
    )
  }
  if (!isIn) {
    return (
      <AuthLayout>
        <Suspense fallback={null}>
          <LazyNotFound hasTitle />
        </Suspense>
      </AuthLayout>
    )
  }
  return (
    <Suspense fallback={null}>
      <LazyData>
        <LazyAppLayout title={title}>
          <Contents title={title} path={path}>
            {Page === undefined ? <LazyNotFound /> : <Page />}
          </Contents>
        </LazyAppLayout>
      </LazyData>
    </Suspense>
  )
}
