import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { toast } from 'react-hot-toast/headless'
import { vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { AppToaster } from '#src/ui/toasts.tsx'
import { TopBarPlaces, type TopBarPlace } from '#src/ui/TopBarSlot.tsx'

interface Surroundings extends Partial<Record<TopBarPlace, HTMLElement | null>> {
  /** Instead of the app's own cache. */
  client?: QueryClient
}

/** What the app puts around its parts, for `render` and `renderHook`: the query cache, the top bar, toasts. */
export function surroundings({
  client = queryClient,
  note = null,
  tools = null,
  legend = null,
}: Surroundings = {}) {
  const places = { note, tools, legend }
  return function Surroundings({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={client}>
        <TopBarPlaces value={places}>{children}</TopBarPlaces>
        <AppToaster />
      </QueryClientProvider>
    )
  }
}

/** Renders a part of the app with what the app puts around it. */
export const renderInApp = (part: ReactElement, around?: Surroundings) =>
  render(part, { wrapper: surroundings(around) })

/** Renders a page, with a place for its tools. */
export const showPage = (Page: ComponentType) => renderInApp(<Page />, { tools: document.body })

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
