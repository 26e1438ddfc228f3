import { Component } from 'react'
import type { ReactNode } from 'react'
import { PartError } from './lazy-part.tsx'

/** For optional parts of a page: renders nothing when they fail. */
export class SilentBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    // Lets the next mount load it again.
    if (error instanceof PartError) error.retry()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
