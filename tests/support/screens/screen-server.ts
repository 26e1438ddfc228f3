import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { makeFixtures } from '#tests/contract/fixtures.ts'
import type { ServedSale } from '#tests/support/oracles/served-sale.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { closeSpares } from '#tests/support/server/database.ts'

/**
 * Opens real servers for tests of screens, in the runner's own process: a test of a screen has the globals
 * of a browser, in which a server cannot run.
 */
export default async function provideScreenServers({ provide }: TestProject) {
  const opened = new Map<string, TestApp>()
  const open = async (): Promise<ServedSale> => {
    const t = await openTestApp()
    const { own, foreign, actors } = await makeFixtures(t)
    const url = await t.app.listen({ host: '127.0.0.1', port: 0 })
    opened.set(url, t)
    return { url, own, foreign, actors }
  }
  const close = async (url: string) => {
    await opened.get(url)?.close()
    opened.delete(url)
  }
  const control = createServer((request, response) => {
    const act = async () =>
      request.url === '/open' ? open() : (await close(await text(request)), null)
    act().then(
      (opening) => response.end(JSON.stringify(opening)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  // A server that listens on a port has an address of this form.
  provide('screenServers', `http://127.0.0.1:${(control.address() as AddressInfo).port}`)
  return async () => {
    for (const url of opened.keys()) await close(url)
    await closeSpares()
    control.close()
  }
}
