import { memo, Suspense, useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { documentTitle } from '#src/domain/product.ts'
import { useSession } from '#src/state/session.ts'
import { LazyAppLayout, LazyAuthLayout, LazyData, LazyNotFound } from './layouts.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { redirectFor } from './redirects.ts'
import { routeOf, titlesOf } from './routes.ts'

function PageContent({
  title,
  path,
  children,
}: {
  title: string
  path: string
  children: ReactNode
}) {
  return (
    <PageBoundary key={path} title={title}>
      <Suspense fallback={null}>{children}</Suspense>
    </PageBoundary>
  )
}

// The filters are in the URL's query, whose changes must not render the whole page.
const SignedInPage = memo(function SignedInPage(props: {
  title: string
  path: string
  Page: ComponentType
}) {
  const { title, path, Page } = props
  return (
    <Suspense fallback={null}>
      <LazyData>
        <LazyAppLayout title={title}>
          <PageContent title={title} path={path}>
            <Page />
          </PageContent>
        </LazyAppLayout>
      </LazyData>
    </Suspense>
  )
})

/** Renders the page of the current URL, or redirects to the page that the session requires. */
export function Router() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const { current } = useSession()
  const route = routeOf(path)
  const target = redirectFor(current, path, search === '' ? '' : `?${search}`, route?.access)
  const { title, documentTitle: name } = titlesOf(globalThis.location.pathname)
  useEffect(() => {
    document.title = documentTitle(name)
  }, [name])
  useEffect(() => {
    if (target !== null) navigate(target, { replace: true })
  }, [target, navigate])

  const isIn = current.is === 'in'
  const isBare = route?.isBare === true
  // A page in AuthLayout stays until the next page is loaded. Any other page of the previous session
  // state must not render.
  if (target !== null && !(isIn && isBare)) return null
  const Page = route?.page
  if (isBare && Page !== undefined) {
    return (
      <Suspense fallback={null}>
        <LazyAuthLayout>
          <PageContent title={title} path={path}>
            {route?.access === 'signed-out' ? (
              <Page />
            ) : (
              <LazyData>
                <Page />
              </LazyData>
            )}
          </PageContent>
        </LazyAuthLayout>
      </Suspense>
    )
  }
  if (!isIn) {
    return (
      <Suspense fallback={null}>
        <LazyAuthLayout>
          <LazyNotFound hasTitle />
        </LazyAuthLayout>
      </Suspense>
    )
  }
  return <SignedInPage title={title} path={path} Page={Page ?? LazyNotFound} />
}
