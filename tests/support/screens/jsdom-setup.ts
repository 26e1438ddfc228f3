import 'fake-indexeddb/auto'
import { ReadableStream, TextDecoderStream } from 'node:stream/web'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { pageShown } from '#src/ui/loading-order.ts'
import { WAIT_MS } from '#tests/support/server/until.ts'

configure({ asyncUtilTimeout: WAIT_MS })
pageShown()

// Browser APIs that jsdom lacks and the app uses at start. A test that depends on one of them (a
// narrow window, a card scrolled into view) replaces it.

const mediaQuery = (query: string): MediaQueryList => ({
  media: query,
  matches: false,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})
window.matchMedia = mediaQuery

window.requestIdleCallback = (run) =>
  window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 }), 0)
window.cancelIdleCallback = (id) => window.clearTimeout(id)

class QuietResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = QuietResizeObserver

/** Reports every observed element as visible at once. */
class EverythingInView implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = '0px'
  readonly scrollMargin = '0px'
  readonly thresholds = [0]
  private readonly notify: IntersectionObserverCallback

  constructor(notify: IntersectionObserverCallback) {
    this.notify = notify
  }

  observe(target: Element) {
    const box = target.getBoundingClientRect()
    const entry: IntersectionObserverEntry = {
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      time: 0,
      boundingClientRect: box,
      intersectionRect: box,
      rootBounds: null,
    }
    queueMicrotask(() => this.notify([entry], this))
  }

  unobserve() {}
  disconnect() {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}
window.IntersectionObserver = EverythingInView

// The threads of a run would receive each other's tab messages, so each file gets its own origin.
const origin = crypto.randomUUID()
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${origin}`)
  }
}

window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// jsdom has no layout, so dialogs and menus cannot detect that an element is visible.
Element.prototype.checkVisibility = () => true
Object.assign(window, {
  ReadableStream,
  TextDecoderStream,
  CSS: {
    // Sufficient for the ids that React generates.
    escape: (id: string) => id.replaceAll(/[^\w-]/g, String.raw`\$&`),
    supports: () => false,
  },
})

afterEach(cleanup)

// Long lists measure themselves against the scrolling element.
Object.defineProperty(document, 'scrollingElement', {
  configurable: true,
  get: () => document.documentElement,
})
