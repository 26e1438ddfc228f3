import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { queryClient, watchFocus } from '#src/api/query-client.ts'
import { applyUrl, followUrl } from '#src/state/filters.ts'
import { StepUpLayer } from './StepUpLayer.tsx'

watchFocus()
followUrl()

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
