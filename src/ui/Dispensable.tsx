import { Component } from 'react'
import type { ReactNode } from 'react'

/** What the screen can do without: when it fails, nothing else does. */
export class Dispensable extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
