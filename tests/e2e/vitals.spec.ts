import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFolder } from '#tests/support/journeys/e2e-database.ts'
import { copyDemoData } from '#tests/support/journeys/e2e-demo-data.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

test('A server that wants it receives how fast a page was, when the page is left', async ({
  page,
  openAs,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-vitals-'))
  await copyDemoData(folder)
  const server = await startServer({ SALEROOM_DATA: folder, SALEROOM_VITALS: '1' })
  await openAs(page, 'admin@saleroom.example', '/leads?projects=AURA', { ...server, folder })
  const code = page.waitForResponse(/\/assets\/vitals-/)
  await page.reload()
  await code
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/vitals')) statuses.push(response.status())
  })
  await expect(async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(statuses).toEqual([204])
  }).toPass()
  await page.close()
  await server.stop()
  const database = await openFolder(folder)
  const rows = await database.query<{ page: string; name: string }>(
    'select distinct page, device, name from vitals order by name',
  )
  await database.close()
  expect(rows).toContainEqual({ page: '/leads', device: 'desktop', name: 'FCP' })
  await rm(folder, { recursive: true, force: true })
})

test(
  'A server that was not asked to measure sends no code for it',
  ALL,
  async ({ page, signIn }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await signIn(page, 'admin@saleroom.example')
    // The code of the background would start the measurement.
    await expect.poll(() => requested.some((url) => /\/assets\/background-/.test(url))).toBe(true)
    await expect(page.getByText(/^As of /)).toBeVisible()
    expect(requested.filter((url) => url.includes('vitals'))).toEqual([])
  },
)
