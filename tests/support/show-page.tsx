import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { toast } from 'react-hot-toast/headless'
import { vi } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
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

/**
 * Undoes what the test of a page did: the page, the session, toasts, privacy mode, the state of the
 * connection, stubbed globals. The page goes first: at the end of its session it would request its data
 * again, into the next test's cache.
 */
export function endPage(): void {
  cleanup()
  leaveSession(true)
  toast.remove()
  setPrivacy(false)
  connection.isOnline = true
  vi.unstubAllGlobals()
}
