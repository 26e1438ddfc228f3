import { Component } from 'react'
import type { ReactNode } from 'react'
import { PartError } from './lazy-part.tsx'

/** What the screen can do without: when it fails, nothing else does. */
export class SilentBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    // It may be there the next time that it is wanted.
    if (error instanceof PartError) error.retry()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
