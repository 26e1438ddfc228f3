import { role, text, until } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import {
  PAGES,
  readKept,
  readTotal,
  SERVER_AWAY,
  signIn,
  title,
  untilShellIsKept,
} from '#tests/support/engines/steps.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'

// In WebKit a page that was left stays in the memory of the browser, and could hold the storage.
const ROUNDS = { chromium: 1, firefox: 1, webkit: 10 }

test('Every page is opened by its address: it fits, storage answers, and offline it shows its data', async ({
  ownApp,
  device,
  engine,
}) => {
  device.allowConsole(SERVER_AWAY)
  const page = await device.open()
  await signIn(page, ownApp.url)
  await readTotal(page)
  await untilShellIsKept(page)
  const untilSettled = () =>
    until('the page to settle', () =>
      page.evaluate(() => (document.querySelector('main [aria-busy=true]') ? undefined : true)),
    )
  const misfits: Record<string, string[]> = {}
  for (let round = 0; round < ROUNDS[engine]; round++)
    for (const [path, name] of PAGES) {
      await page.visit(`${ownApp.url}${path}`)
      await page.see(title(name))
      await untilSettled()
      const { session, results } = await readKept(page)
      expect(session, `${path}: the session`).toBeGreaterThan(0)
      expect(results, `${path}: the results`).toBeGreaterThan(0)
      if (round > 0) continue
      const errors = await layoutErrors(page)
      if (errors.length > 0) misfits[path] = errors
    }
  expect(misfits).toEqual({})

  await ownApp.stop()
  const lost: string[] = []
  for (const [path, name] of PAGES) {
    await page.visit(`${ownApp.url}${path}`)
    await page.see(title(name))
    await page.see(role('status', 'Offline'))
    await untilSettled()
    if ((await page.find(text(/not saved on this device|no saved/i))).count > 0) lost.push(path)
  }
  expect(lost).toEqual([])
})
