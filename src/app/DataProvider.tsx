import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { queryClient, watchFocus } from '#src/api/query-client.ts'
import { applyUrl, followUrl } from '#src/state/filters.ts'

watchFocus()
followUrl()

/** Server data for everything behind the sign-in. */
export function DataProvider({ children }: { children: ReactNode }) {
  // Before any screen asks for data by the filters, and not when this file is loaded: on the way
  // through Login the address is another one.
  useState(applyUrl)
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
