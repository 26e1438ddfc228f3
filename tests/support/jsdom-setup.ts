import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { WAIT_MS } from './until.ts'

configure({ asyncUtilTimeout: WAIT_MS })

// What jsdom leaves out and the app asks for at start. A test that depends on one of them (a narrow
// window, a card scrolled into view) replaces it with its own.

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

/** Says at once that everything observed is in view. */
class EverythingInView implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = '0px'
  readonly scrollMargin = '0px'
  readonly thresholds = [0]
  private readonly tell: IntersectionObserverCallback

  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell
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
    queueMicrotask(() => this.tell([entry], this))
  }

  unobserve() {}
  disconnect() {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}
window.IntersectionObserver = EverythingInView

// The threads of a run would hear each other's tabs: each file gets an origin of its own.
const origin = crypto.randomUUID()
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${origin}`)
  }
}

window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// Without a layout nothing else tells the layers that what they should focus can be seen.
Element.prototype.checkVisibility = () => true
Object.assign(window, {
  CSS: {
    // Enough for the ids that React makes.
    escape: (id: string) => id.replaceAll(/[^\w-]/g, String.raw`\$&`),
    supports: () => false,
  },
})

afterEach(cleanup)

// Long lists measure themselves against the element that scrolls with the window.
Object.defineProperty(document, 'scrollingElement', {
  configurable: true,
  get: () => document.documentElement,
})
