import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { queryClient, watchFocus } from '#src/cache/query-client.ts'
import { stepUpState } from '#src/session/step-up-state.ts'
import { applyUrl, followUrl } from '#src/state/filters.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'

watchFocus()
followUrl()

const StepUpDialog = lazyPart(
  () => import('#src/features/sign-in/step-up/StepUpDialog.tsx'),
  'StepUpDialog',
)

/** The dialog in which a person confirms who they are, on every page that is signed in. */
export function StepUpLayer() {
  return (
    useSnapshot(stepUpState).isNeeded && (
      <SilentBoundary>
        <StepUpDialog />
      </SilentBoundary>
    )
  )
}

/** Provides server data to the signed-in pages. */
export function DataProvider({ children }: { children: ReactNode }) {
  // Before any page requests data with the filters, but not at import: after a login the URL differs.
  useState(applyUrl)
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <StepUpLayer />
    </QueryClientProvider>
  )
}
