import { role, text, until } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import {
  ADMIN,
  readKept,
  readTotal,
  SERVER_AWAY,
  signIn,
  title,
  untilShellIsKept,
} from '#tests/support/engines/steps.ts'
import { storedText, storedTextWith, untilCardIsKept } from '#tests/support/journeys/e2e-device.ts'

const row = text(/^0x[\da-f]{3,}/i)

test('The session outlives the browser, and an offline start shows the last figures and rows', async ({
  ownApp,
  device,
}) => {
  device.allowConsole(SERVER_AWAY)
  let page = await device.open()
  await signIn(page, ownApp.url)
  const total = await readTotal(page)
  await untilShellIsKept(page)
  await page.see(text(/^As of/))
  await untilCardIsKept(page, 'all')
  await page.visit(`${ownApp.url}/transactions`)
  await page.see(row)
  await storedTextWith(page, /0x[\da-f]{40}/i)

  page = await device.open()
  await page.visit(ownApp.url)
  await page.see(title('Home'))
  expect(await readTotal(page)).toBe(total)
  await page.see(text(/^As of/))
  await device.close()

  await ownApp.stop()
  page = await device.open()
  await page.visit(ownApp.url)
  await page.see(role('status', 'Offline'), (strip) => /showing data from/i.test(strip.text))
  expect(await readTotal(page)).toBe(total)
  await page.visit(`${ownApp.url}/transactions`)
  await page.see(role('status', 'Offline'))
  await page.see(row)
})

test('Back and forward show the page that was left, and it works', async ({
  app,
  device,
  engine,
}) => {
  const page = await device.open()
  await signIn(page, app.url)
  const total = await readTotal(page)
  await page.evaluate(() => {
    Object.assign(globalThis, { isLeft: true })
  })
  await page.visit(`${app.url}/transactions`)
  await page.see(row)
  await page.goBack()
  await page.see(title('Home'))
  // The other engines may load it again.
  if (engine === 'webkit') expect(await page.evaluate(() => 'isLeft' in globalThis)).toBe(true)
  expect(await readTotal(page)).toBe(total)
  expect((await readKept(page)).session).toBeGreaterThan(0)
  const amounts = role('radio', 'Amount', { within: role('region', 'Referrals') })
  const numbers = role('radio', 'Referrals', { within: role('region', 'Referrals') })
  await until('the other metric', async () => {
    // The page may move between the search for the button and the click.
    await page.press(numbers)
    const { attributes } = await page.find(amounts)
    return attributes['aria-checked'] === 'false' ? true : undefined
  })
  await page.goForward()
  await page.see(title('Transactions Search'))
  await page.press(role('button', 'Show bonus transactions'))
  await page.see(role('button', 'Hide bonus transactions'))
  expect((await readKept(page)).session).toBeGreaterThan(0)
})

test('Logout leaves nothing of a person on the device, and Back shows nothing', async ({
  app,
  device,
  isPhone,
}) => {
  const page = await device.open()
  await signIn(page, app.url)
  await page.visit(`${app.url}/transactions`)
  await page.see(row)
  const [wallet = ''] = /0x[\da-f]{40}/i.exec(await storedTextWith(page, /0x[\da-f]{40}/i)) ?? []
  const untilNothingIsLeft = () =>
    until('an empty device', async () => {
      const left = `${await storedText(page)}\n${await page.evaluate(() => document.documentElement.outerHTML)}`
      return [ADMIN, wallet, '"refresh"'].some((part) => left.includes(part)) ? undefined : true
    })
  if (isPhone) await page.press(role('button', 'Open menu'))
  await page.press(role('button', 'Logout'))
  await page.untilAt(/^\/login/)
  await untilNothingIsLeft()
  await page.goBack()
  await page.see(title('Login to your account.'))
  await page.untilAt(/^\/login/)
  await untilNothingIsLeft()
})
