// WebKit drops the messages that are under way between two ports when a page goes to the back/forward cache.
// React's scheduler waits for one between its slices of work, and would wait for ever: no transition of the
// page would be rendered again. It creates its channel, the first of the page, when it is loaded, so main.tsx
// imports this before. A message more than it waits for does nothing.

/** As the browser has it; later channels are of this class again. */
export const Channel = globalThis.MessageChannel

globalThis.MessageChannel = class extends Channel {
  constructor() {
    super()
    globalThis.MessageChannel = Channel
    globalThis.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.port2.postMessage(null)
    })
  }
}
