import { Component, Suspense } from 'react'
import type { ReactNode } from 'react'
import { PartError } from './lazy-part.tsx'

/**
 * For optional parts of a page, in chunks of their own: renders nothing when they fail. One whose code
 * did not load is tried again when the network returns.
 */
export class SilentBoundary extends Component<
  {
    children: ReactNode
    /** Until they are loaded. */
    fallback?: ReactNode
  },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof PartError)) return
    // Lets the next mount load it again.
    error.retry()
    addEventListener('online', this.#again, { once: true })
  }

  override componentWillUnmount() {
    removeEventListener('online', this.#again)
  }

  #again = () => {
    this.setState({ hasFailed: false })
  }

  override render() {
    const { children, fallback } = this.props
    return this.state.hasFailed ? null : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
