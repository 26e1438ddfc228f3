import { memo, type ReactNode } from 'react'

/**
 * Shows its children while live, and holds what it showed last while not: a layer on its way out
 * keeps its words, though what it was about is gone already.
 */
export const KeepWhileClosing = memo(
  function Held({ children }: { isLive: boolean; children: ReactNode }) {
    return children
  },
  (_before, next) => !next.isLive,
)
