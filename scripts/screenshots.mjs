import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from './browser.mjs'
import { root } from './sources.mjs'

// Takes the screenshots of the manifest and the README from the built app. Run `npm run build` first.
// It creates demo data unless SALEROOM_DATA names a folder that has it.

const port = process.env['PORT'] ?? '4790'
const url = `http://127.0.0.1:${port}`
const START_LIMIT_MS = 120_000

const SCREENSHOTS = [
  { name: 'home-wide', width: 1440, height: 900, scale: 1 },
  { name: 'home-narrow', width: 390, height: 844, scale: 2 },
]

const given = process.env['SALEROOM_DATA']
const data = given ?? mkdtempSync(path.join(tmpdir(), 'saleroom-screenshots-'))
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  env: { ...process.env, PORT: port, SALEROOM_DATA: data, SALEROOM_DEMO: '1', PUBLIC_URL: url },
  stdio: 'inherit',
})
try {
  await waitForServer()
  const browser = await chromium.launch(findChromium())
  for (const { name, width, height, scale } of SCREENSHOTS) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      isMobile: width < 851,
      hasTouch: width < 851,
      colorScheme: 'dark',
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(`${url}/login`)
    await page.getByLabel('Email').fill('admin@saleroom.example')
    await page.getByLabel('Password', { exact: true }).fill('saleroom-demo')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    page.setDefaultTimeout(120_000)
    await page.getByRole('table', { name: 'Transactions data' }).waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
    // The loader's fade and the chart's animation must have ended.
    await page.waitForTimeout(3_000)
    await page.screenshot({ path: path.join(root, 'public', 'screenshots', `${name}.png`) })
    await context.close()
  }
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  if (given === undefined) rmSync(data, { recursive: true, force: true })
}

async function waitForServer() {
  const until = Date.now() + START_LIMIT_MS
  while (Date.now() < until) {
    const health = await fetch(`${url}/v1/health`).catch(() => undefined)
    if (health?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not start')
}
