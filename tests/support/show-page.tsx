import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { queryClient } from '#src/api/query-client.ts'
import { AppToaster } from '#src/ui/toasts.tsx'
import { TopBarPlaces } from '#src/ui/TopBarSlot.tsx'

/** Renders a page with what the app puts around it: the query cache, a place for its tools, toasts. */
export function showPage(Page: ComponentType) {
  return render(
    <QueryClientProvider client={queryClient}>
      <TopBarPlaces value={{ note: null, tools: document.body, legend: null }}>
        <Page />
      </TopBarPlaces>
      <AppToaster />
    </QueryClientProvider>,
  )
}
