import { lazyPart } from '#src/ui/lazy-part.tsx'

// Not in the table of routes, which the layouts read.

/** Provides the query cache. Login needs no server data, so it doesn't load it. */
export const LazyData = lazyPart(() => import('./DataProvider.tsx'), 'DataProvider')

/** The signed-in layout, in its own chunk: Login doesn't load menus and dialogs. */
export const LazyAppLayout = lazyPart(() => import('#src/app/frame/AppLayout.tsx'), 'AppLayout')

/** The layout of the pages around signing in, in a chunk that Home doesn't load. */
export const LazyAuthLayout = lazyPart(() => import('#src/app/frame/AuthLayout.tsx'), 'AuthLayout')

export const LazyNotFound = lazyPart(() => import('#src/app/frame/NotFound.tsx'), 'NotFound')
