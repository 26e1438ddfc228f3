import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PYTHON } from '#scripts/engines.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { TIME_ZONE } from './driver.ts'
import type { Driver, DriverOptions, KeyName } from './driver.ts'

const WINDOW = fileURLToPath(new URL('./webkit-window.py', import.meta.url))
const START_LIMIT_MS = 30_000
/** Longer than any step takes on a slow machine. */
const STEP_LIMIT_MS = 90_000

/** What WebDriver calls the keys. */
const KEYS: Record<KeyName, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** WebKitGTK on a display of its own, driven by WebDriver. */
export async function openWebkit({ folder, window }: DriverOptions): Promise<Driver> {
  await mkdir(folder, { recursive: true })
  const { display, server } = await startDisplay()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      TZ: TIME_ZONE,
      // Without a graphics card.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Otherwise it looks for the services of a desktop.
      GTK_A11Y: 'none',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
    },
  })
  const stop = async () => {
    await Promise.all([end(driver), end(server)])
  }
  try {
    const call = caller(`http://127.0.0.1:${port}`)
    await untilReady(call)
    const args = [WINDOW, folder, String(window.width), String(window.height)]
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: PYTHON, args } },
    }
    // WebDriver defines the response.
    const { sessionId } = (await call('POST', '/session', { capabilities })) as {
      sessionId: string
    }
    const session: Call = (method, to, body) => call(method, `/session/${sessionId}${to}`, body)
    await session('POST', '/timeouts', { script: STEP_LIMIT_MS, pageLoad: STEP_LIMIT_MS })
    return drive(session, path.join(folder, 'console'), stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function drive(session: Call, consoleFile: string, stop: () => Promise<void>): Driver {
  const press = (keys: readonly string[]) =>
    session('POST', '/actions', {
      actions: [
        {
          type: 'key',
          id: 'keys',
          actions: keys.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    })
  return {
    goTo: async (url) => void (await session('POST', '/url', { url })),
    goBack: async () => void (await session('POST', '/back', {})),
    goForward: async () => void (await session('POST', '/forward', {})),
    reload: async () => void (await session('POST', '/refresh', {})),
    async evaluate(expression) {
      const script = `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => (${expression})).then(
          (value) => done({ json: JSON.stringify(value) }), (error) => done({ error: String(error?.stack || error) }))`
      // As the script above returns it. WebDriver itself would make null of undefined.
      const { json, error } = (await session('POST', '/execute/async', { script, args: [] })) as {
        json?: string | null
        error?: string
      }
      if (error !== undefined) throw new Error(error)
      return json == null ? undefined : JSON.parse(json)
    },
    async click(x, y) {
      const actions = [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await session('POST', '/actions', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      })
    },
    key: async (name) => void (await press([KEYS[name]])),
    type: async (text) => void (await press([...text])),
    // WebDriver sends base64.
    screenshot: async () => Buffer.from((await session('GET', '/screenshot')) as string, 'base64'),
    complaints: () => complaintsIn(consoleFile),
    async close() {
      await session('DELETE', '').catch(() => undefined)
      await stop()
    },
  }
}

/** The console's lines begin with `CONSOLE <source> <level>`; the level of what `console.log` writes is LOG. */
async function complaintsIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter((line) => /^CONSOLE [A-Z ]*\b(?:ERROR|WARN)/.test(line))
}

async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  // It takes the first display that is free, and writes its number.
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const numbers = server.stdio[3]
  if (!numbers) throw new Error('Xvfb has no output')
  // A pipe sends bytes.
  const [number] = (await once(numbers, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, server }
}

function caller(base: string): Call {
  return async (method, to, body) => {
    const response = await fetch(base + to, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(STEP_LIMIT_MS + START_LIMIT_MS),
    })
    // WebDriver defines the response.
    const { value } = (await response.json()) as { value?: { error?: string; message?: string } }
    if (value?.error !== undefined)
      throw new Error(`${method} ${to}: ${value.error}: ${value.message ?? ''}`)
    return value
  }
}

async function untilReady(call: Call): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  for (;;) {
    try {
      await call('GET', '/status')
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
