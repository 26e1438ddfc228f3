import { Router as LocationRouter } from 'wouter'
import { FullPageLoader } from '#src/app/frame/FullPageLoader.tsx'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { AppToaster } from '#src/ui/toasts.tsx'
import { aroundNav } from './navigation.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { Router } from './Router.tsx'

/** The whole app. `hasSetup`: a stored session is being restored, and the loader covers it. */
export function App({ hasSetup }: { hasSetup: boolean }) {
  return (
    <>
      <LocationRouter aroundNav={aroundNav}>
        <PageBoundary title={PRODUCT_NAME}>
          {hasSetup ? (
            <FullPageLoader>
              <Router />
            </FullPageLoader>
          ) : (
            <Router />
          )}
        </PageBoundary>
      </LocationRouter>
      <AppToaster />
    </>
  )
}
