import './boot/lost-message.ts'
import '#src/wire/zod-config.ts'
import '#src/ui/tokens.css'
import '#src/ui/global.css'
import './app/frame/start.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { subscribe } from 'valtio'
import { watchSession } from '#src/api/auth.ts'
import { connection, watchConnection } from '#src/session/connection.ts'
import { shareTokens } from '#src/session/refresh.ts'
import { readRecord } from '#src/state/session-record.ts'
import { stashVerifyToken } from '#src/state/verify-token.ts'
import { keepFocus } from '#src/ui/focus/focus-keeper.ts'
import { PartError } from '#src/ui/lazy-part.tsx'
import { after, pageShown } from '#src/ui/loading-order.ts'
import { answerForUnsaved } from '#src/writes/unsaved-changes.ts'
import { App } from './app/App.tsx'
import { watchInstall } from './app/install.ts'
import { preloadFor } from './app/navigation.ts'
import { setUpUser } from './app/startup.ts'
import { guardText } from './boot/foreign-text.ts'

async function startInBackground(): Promise<void> {
  const { startBackground } = await import('./app/background.ts')
  startBackground()
}

/** Only if the server has marked the page (SALEROOM_VITALS). */
async function startVitals(): Promise<void> {
  if (document.querySelector('meta[name=vitals]') === null) return
  const { watchVitals } = await import('#src/api/vitals.ts')
  watchVitals()
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  root.dataset['build'] = __BUILD_ID__

  guardText()
  stashVerifyToken()
  watchConnection()
  watchInstall()
  shareTokens()
  answerForUnsaved()
  keepFocus()
  watchSession((listener) => subscribe(connection, listener))

  const record = await readRecord()
  const { pathname } = globalThis.location
  if (record === null) await preloadFor(pathname === '/login' ? pathname : '/login')
  else {
    void preloadFor(pathname)
    void setUpUser(record)
  }
  const [loader] = root.children
  createRoot(root, {
    // Outside of all boundaries: React leaves an empty page.
    onUncaughtError(error) {
      console.error(error)
      if (loader) setTimeout(() => root.replaceChildren(loader))
      document.documentElement.dataset['start'] = 'failed'
    },
    onCaughtError(error) {
      // Code that did not load: the browser has reported the request, and a page says it is missing.
      if (!(error instanceof PartError)) console.error(error)
    },
  }).render(
    <StrictMode>
      <App hasSetup={record !== null} />
    </StrictMode>,
  )
  // Without a session there is no loader.
  if (record === null) pageShown()
  await after('idle')
  void startInBackground().catch(() => undefined)
  void startVitals().catch(() => undefined)
}

void start().catch((error: unknown) => {
  document.documentElement.dataset['start'] = 'failed'
  throw error
})
