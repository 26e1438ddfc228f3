import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { role, until } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import { readTotal, SERVER_AWAY, signIn, untilShellIsKept } from '#tests/support/engines/steps.ts'
import { newDeployment } from '#tests/support/journeys/e2e-builds.ts'
import { copyDemoData } from '#tests/support/journeys/e2e-demo-data.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'

test('A new version is offered, and taken with the session', async ({ device }) => {
  device.allowConsole(SERVER_AWAY)
  const deployment = await newDeployment()
  const data = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
  await copyDemoData(data)
  const settings = { SALEROOM_DATA: data, PORT: String(await freePort()) }
  let server = await startServer(settings, deployment.folder)
  try {
    const page = await device.open()
    await signIn(page, server.url)
    await readTotal(page)
    await untilShellIsKept(page)
    const build = () =>
      page.evaluate(() => document.querySelector('#root')?.getAttribute('data-build') ?? '')
    const old = await build()

    await deployment.deployAs('the-next-one')
    await server.stop()
    server = await startServer(settings, deployment.folder)
    const offer = role('status', 'A new version is ready')
    await until('the offer', async () => {
      // As returning to the tab does.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return (await page.find(offer)).count > 0 ? true : undefined
    })
    expect(await build()).toBe(old)
    await page.press(role('button', 'Reload', { within: offer }))
    await until('the new build', async () =>
      (await build()) === 'the-next-one' ? true : undefined,
    )
    await readTotal(page)
    expect(await page.address()).toBe('/')
    await page.untilGone(offer)
  } finally {
    await device.close()
    await server.stop()
    await deployment.discard()
    await rm(data, { recursive: true, force: true })
  }
})
