import path from 'node:path'
import puppeteer from 'puppeteer-core'
import type { Browser, LaunchOptions, Page } from 'puppeteer-core'
import { CHROMIUM_ARGS, findHeadlessShell } from '#scripts/browser.mjs'
import { FIREFOX } from '#scripts/engines.mjs'
import { LANGUAGE, TIME_ZONE } from './driver.ts'
import type { Driver, DriverOptions } from './driver.ts'

const shared = ({ folder }: DriverOptions): LaunchOptions => ({
  headless: true,
  userDataDir: path.join(folder, 'profile'),
  env: { ...process.env, TZ: TIME_ZONE },
})

/** Chromium, driven by its own protocol. */
export async function openChromium(options: DriverOptions): Promise<Driver> {
  const { executablePath } = findHeadlessShell() ?? {}
  return drive(
    await puppeteer.launch({
      ...shared(options),
      browser: 'chrome',
      args: [...CHROMIUM_ARGS, `--lang=${LANGUAGE}`, `--accept-lang=${LANGUAGE}`],
      ...(executablePath === undefined ? {} : { executablePath }),
    }),
    options,
  )
}

/** Firefox, driven by WebDriver BiDi. */
export async function openFirefox(options: DriverOptions): Promise<Driver> {
  return drive(
    await puppeteer.launch({
      ...shared(options),
      browser: 'firefox',
      executablePath: FIREFOX,
      extraPrefsFirefox: {
        'intl.accept_languages': LANGUAGE,
        // Puppeteer switches off the cache of pages that Back and Forward show.
        'fission.bfcacheInParent': true,
      },
    }),
    options,
  )
}

async function drive(browser: Browser, { window }: DriverOptions): Promise<Driver> {
  // In Firefox the page that is open at the start has no focus, and its buttons ignore keys.
  const page = await browser.newPage()
  await page.setViewport(window)
  const complaints = listen(page)
  return {
    goTo: async (url) => void (await page.goto(url)),
    goBack: async () => void (await page.goBack()),
    goForward: async () => void (await page.goForward()),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    key: (name) => page.keyboard.press(name),
    type: (text) => page.keyboard.type(text),
    screenshot: async () => Buffer.from(await page.screenshot()),
    complaints: () => Promise.resolve(complaints),
    close: () => browser.close(),
  }
}

/** What Firefox says of a font when the page is left before it has loaded: NS_BINDING_ABORTED. */
const LEFT_FONT = /downloadable font: download failed .*status=2152398850/

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || type === 'warn')
      complaints.push(`${type}: ${message.text()} (${message.location().url ?? ''})`)
  })
  page.on('pageerror', (error) => {
    if (!LEFT_FONT.test(String(error))) complaints.push(`uncaught: ${String(error)}`)
  })
  return complaints
}
