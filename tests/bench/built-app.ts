import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CDPSession, LaunchOptions, Page } from 'playwright'
import { freePort } from '#scripts/free-port.mjs'
import { submitLogin } from '#tests/support/screens/login-page.ts'

const START_LIMIT_MS = 240_000

export interface BuiltApp {
  url: string
  stop: () => Promise<void>
}

/** The browser of the tests. Imported by path, because this file runs from a bundle elsewhere. */
export async function browserOptions(): Promise<LaunchOptions> {
  const file = pathToFileURL(path.resolve('scripts/browser.mjs')).href
  const module: unknown = await import(file)
  // scripts/browser.mjs exports both with these types.
  const found = module as { findChromium(): LaunchOptions | undefined; CHROMIUM_ARGS: string[] }
  return found.findChromium() ?? { args: found.CHROMIUM_ARGS }
}

/** Starts the built server with its own demo data. @param dist the folder of the build */
export async function startApp(dist = 'dist'): Promise<BuiltApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-bench-'))
  const port = await freePort()
  const child = spawn(process.execPath, [path.resolve(dist, 'server/main.js')], {
    env: { ...process.env, SALEROOM_DATA: folder, PORT: String(port) },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + START_LIMIT_MS
  const isUp = () =>
    fetch(`${url}/v1/health`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (Date.now() > until) throw new Error('The server did not start. Run `npm run build` first.')
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signs in to the demo through the form. */
export async function signIn(page: Page, url: string): Promise<void> {
  await submitLogin(page, url, 'admin@saleroom.example', 'saleroom-demo')
}

/** The page's JavaScript heap after a garbage collection, in MB. */
export async function heapMegabytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const used = metrics.find((metric) => metric.name === 'JSHeapUsedSize')
  return (used?.value ?? Number.NaN) / 1e6
}
