import { expect, it, vi } from 'vitest'

it('sends the first channel of a page a message when the page comes back, and no other', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const { Channel } = await import('./lost-message.ts')
  const first = new MessageChannel()
  expect(globalThis.MessageChannel).toBe(Channel)
  const second = new MessageChannel()
  const received = vi.fn<() => void>()
  second.port1.addEventListener('message', received)
  const arrived = new Promise((resolve) => first.port1.addEventListener('message', resolve))
  for (const { port1 } of [first, second]) port1.start()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await arrived
  expect(received).not.toHaveBeenCalled()
  for (const { port1 } of [first, second]) port1.close()
  vi.unstubAllGlobals()
})
