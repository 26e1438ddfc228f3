import { Component } from 'react'
import type { ReactNode } from 'react'
import { ErrorState } from '#src/ui/ErrorState.tsx'

type Props = { title: string; children: ReactNode }

/** Keeps the frame when a screen fails: a fault of its own, or a chunk that could not be loaded. */
export class PageBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        title={`${this.props.title} did not load`}
        text="Check the connection, or reload the page."
        onRetry={() => this.setState({ hasFailed: false })}
      />
    )
  }
}
