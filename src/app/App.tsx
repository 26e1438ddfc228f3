import { Router } from 'wouter'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { AppToaster } from '#src/ui/toasts.tsx'
import { FullPageLoader } from './FullPageLoader.tsx'
import { aroundNav } from './navigation.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { Screen } from './Router.tsx'

/** The whole app. `hasSetup`: a session is being taken up, which the loader covers. */
export function App({ hasSetup }: { hasSetup: boolean }) {
  return (
    <>
      <Router aroundNav={aroundNav}>
        <PageBoundary title={PRODUCT_NAME}>
          {hasSetup ? (
            <FullPageLoader>
              <Screen />
            </FullPageLoader>
          ) : (
            <Screen />
          )}
        </PageBoundary>
      </Router>
      <AppToaster />
    </>
  )
}
