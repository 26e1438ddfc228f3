import { Component, createRef, type ReactNode } from 'react'

/**
 * Stays as high as it is while its content is replaced. In between there is nothing in it, and a
 * browser that lays the page out at that moment (as it does when focused content goes from a page
 * with container queries) would lose the place that the page is scrolled to.
 */
export class KeepHeight extends Component<{ content: string; children: ReactNode }> {
  readonly #root = createRef<HTMLDivElement>()

  // The only hook that runs before anything is taken out of the page.
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
