import type { ReactNode } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'

/** Server data and its cache, which Login does without. */
export const LazyData = lazyPart<{ children: ReactNode }>(() =>
  import('./DataProvider.tsx').then((module) => module.DataProvider),
)

/** The signed-in frame in a chunk of its own: Login must not wait for menus and dialogs. */
export const LazyAppLayout = lazyPart<{ title: string; children: ReactNode }>(() =>
  import('./AppLayout.tsx').then((module) => module.AppLayout),
)

export const LazyNotFound = lazyPart<{ hasTitle?: boolean }>(() =>
  import('./NotFound.tsx').then((module) => module.NotFound),
)
