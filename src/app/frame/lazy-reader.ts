import { lazyPart } from '#src/ui/lazy-part.tsx'

/** Only people who only look load it. */
export const Reader = lazyPart(() => import('./Reader.tsx'), 'Reader')
