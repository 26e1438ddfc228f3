import { Component, createRef, type ReactNode } from 'react'

/**
 * Keeps its height while its content is replaced. In between it is empty, and a layout at that moment
 * would change the scroll position. Browsers lay out then when focused content is removed from a page
 * with container queries.
 */
export class KeepHeight extends Component<{ content: string; children: ReactNode }> {
  readonly #root = createRef<HTMLDivElement>()

  // The only lifecycle method that runs before the old content is removed.
  override getSnapshotBeforeUpdate(before: { content: string }) {
    const { current: root } = this.#root
    if (root && before.content !== this.props.content) {
      root.style.minHeight = `${root.offsetHeight}px`
    }
    return null
  }

  override componentDidUpdate() {
    this.#root.current?.style.removeProperty('min-height')
  }

  override render() {
    return <div ref={this.#root}>{this.props.children}</div>
  }
}
