import { toast } from 'react-hot-toast/headless'
import { connection } from '#src/session/connection.ts'
import {
  forgetGeneration,
  onSessionRefused,
  refreshTokens,
  startGeneration,
} from '#src/session/refresh.ts'
import { forgetFilters } from '#src/state/filters-record.ts'
import { IdbStore } from '#src/state/idb-store.ts'
import { clearRecord, keepUser, readRecord, writeRecord } from '#src/state/session-record.ts'
import type { SessionRecord } from '#src/state/session-record.ts'
import {
  accessToken,
  beginSession,
  currentUser,
  enterSession,
  leaveSession,
  session,
  sessionEpoch,
} from '#src/state/session.ts'
import { DATABASES, removeStored, STORAGE_KEYS } from '#src/state/storage.ts'
import { onTabMessage, notifyTabs } from '#src/state/tab-channel.ts'
import { forgetVerifyToken } from '#src/state/verify-token.ts'
import type { LoginResponse } from '#src/wire/auth.ts'
import type { User } from '#src/wire/users.ts'
import { fetchUser } from './change-user.ts'

/** How long a start without stored data waits for the server before it continues with the stored session. */
const PATIENCE_MS = 400
/** Pauses between the attempts of a tab to join the session of another tab. */
const JOIN_AGAIN_MS = [1000, 2000, 4000]

// Whether the server has confirmed the user since this page was loaded.
let isConfirmed = false

/**
 * Reads the stored data of a user into memory, and resolves to whether there is any. In its own chunk,
 * because Login does not need it. Without it everything still works online.
 */
async function openCacheOf(userId: string): Promise<boolean> {
  const epoch = sessionEpoch()
  try {
    const { openCache } = await import('#src/cache/persister.ts')
    return epoch === sessionEpoch() && (await openCache(userId))
  } catch {
    // The chunk could not be loaded: nothing is restored and nothing is stored.
    return false
  }
}

/**
 * Starts the session of a sign-in that the server has accepted, by whatever proof. `beginSession`
 * went before it.
 */
export async function enterWith({ user, tokens }: LoginResponse): Promise<User> {
  const generation = startGeneration(tokens.access.token)
  await writeRecord({ generation, refresh: tokens.refresh.token, user })
  await openCacheOf(user.id)
  isConfirmed = true
  enterSession(user)
  notifyTabs({ type: 'signed-in' })
  return user
}

/** Clears the session in this tab: requests, memory and what the screen shows. */
export function leaveHere(chosen: boolean): void {
  isConfirmed = false
  leaveSession(chosen)
  forgetGeneration()
  toast.remove()
  forgetVerifyToken()
  forgetFilters()
  removeStored(STORAGE_KEYS.lastVisit)
  removeStored(STORAGE_KEYS.recents)
  // A session that expires keeps what its user was writing.
  if (chosen) removeStored(STORAGE_KEYS.noteDrafts)
}

const cacheStore = new IdbStore<unknown>(DATABASES.cache)

/**
 * Clears the stored data of all users. The database itself stays, because deleting it would block
 * other tabs. Clears twice, because a write may have been in progress.
 */
export async function purgeCache(): Promise<void> {
  await cacheStore.clear()
  await cacheStore.clear()
}

/** Ends a session that the server has refused: there is nothing left to revoke. */
async function endRefusedSession(): Promise<void> {
  leaveHere(false)
  notifyTabs({ type: 'signed-out', chosen: false })
  await Promise.all([clearRecord(), purgeCache()])
}

onSessionRefused(() => void endRefusedSession())

const isSame = (a: User, b: User | null) => JSON.stringify(a) === JSON.stringify(b)

/** Refreshes the tokens, then fetches the user: the two steps that the loader counts. */
async function confirm(
  record: SessionRecord,
  opened: Promise<unknown>,
  onStep: () => void,
): Promise<void> {
  const epoch = sessionEpoch()
  await refreshTokens(accessToken())
  onStep()
  const user = await fetchUser(record.user.id)
  await opened
  if (epoch !== sessionEpoch()) return
  if (!isSame(user, record.user)) await keepUser(user)
  // The user may have logged out meanwhile, here or in another tab.
  if (epoch !== sessionEpoch()) return
  isConfirmed = true
  onStep()
  // What is on screen would render again.
  if (!isSame(user, currentUser())) enterSession(user)
}

/**
 * Resumes the stored session. With stored data, without a network, or if the server is slow, the last
 * known user continues before the server has confirmed the session; only its refusal ends it.
 */
export async function startSession(
  record: SessionRecord,
  onStep: () => void = () => undefined,
): Promise<void> {
  beginSession()
  const epoch = sessionEpoch()
  // Reads the device and requests the server at the same time. The stored data is there before any
  // screen.
  const opened = openCacheOf(record.user.id)
  const goOn = async () => {
    await opened
    if (epoch === sessionEpoch() && currentUser() === null) enterSession(record.user)
  }
  if (!connection.isOnline) {
    await goOn()
    return
  }
  // A refusal has already ended the session here; `goOn` detects it by the epoch.
  const work = confirm(record, opened, onStep).catch(goOn)
  if (await opened) {
    await goOn()
    return
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([work, patience])
  clearTimeout(timer)
  await goOn()
}

/** Confirms a session that was resumed without the server. */
async function confirmLater(): Promise<void> {
  if (isConfirmed || currentUser() === null || !connection.isOnline) return
  const record = await readRecord()
  if (record === null) return
  await confirm(record, Promise.resolve(), () => undefined).catch(() => undefined)
}

/** Another tab may have signed out, in, or in as another user while this tab was hidden. */
async function compareWithDevice(): Promise<void> {
  if (session.current.is === 'fetching') return
  const record = await readRecord()
  const user = currentUser()
  if (user !== null && record?.user.id !== user.id) leaveHere(false)
  if (record !== null && currentUser() === null) await startSession(record)
}

/** Joins a session that another tab has started. Retries, because the device may be slow. */
async function joinSession(): Promise<void> {
  await compareWithDevice()
  for (const waitMs of JOIN_AGAIN_MS) {
    if (currentUser() !== null) return
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs)
    })
    await compareWithDevice()
  }
}

/** Keeps the session of this tab in step with the other tabs, the device and the server. */
export function watchSession(subscribeToConnection: (listener: () => void) => void): void {
  onTabMessage((message) => {
    if (message.type === 'signed-out') {
      leaveHere(message.chosen ?? true)
      void purgeCache()
    }
    if (message.type === 'signed-in') void joinSession()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void compareWithDevice().then(confirmLater)
  })
  globalThis.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    // Restored from the browser's back/forward cache: the screen may belong to a session that has
    // ended.
    const { style } = document.documentElement
    style.visibility = 'hidden'
    void compareWithDevice().finally(() => {
      style.visibility = ''
    })
  })
  subscribeToConnection(() => void confirmLater())
}
