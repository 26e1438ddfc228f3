import { Component } from 'react'
import type { ReactNode } from 'react'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { PartError } from '#src/ui/lazy-part.tsx'
import { shouldReload } from './update-state.ts'

type Props = { title: string; children: ReactNode }

/** Keeps the layout when a page throws or its chunk can't be loaded. */
export class PageBoundary extends Component<Props, { error: unknown; hasFailed: boolean }> {
  override state = { error: null, hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }

  #retry = () => {
    const { error }: { error: unknown } = this.state
    // The server no longer has the chunks of a replaced build.
    if (shouldReload()) return globalThis.location.reload()
    if (error instanceof PartError) error.retry()
    this.setState({ error: null, hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        title={`${this.props.title} did not load`}
        text="Check the connection, or reload the page."
        onRetry={this.#retry}
      />
    )
  }
}
