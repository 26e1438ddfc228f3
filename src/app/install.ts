import { proxy } from 'valtio'
import { readStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'

/** The browser's offer to install; no type of it is in the DOM library. */
type InstallOffer = Event & {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `offered`: the browser has its own prompt; `steps`: iOS, where a person must do it by hand. */
export const install = proxy<{ way: 'none' | 'offered' | 'steps'; isDismissed: boolean }>({
  way: 'none',
  isDismissed: false,
})

/** "Later" is a month. */
const OFFERED_AGAIN_MS = 30 * 86_400_000

let offer: InstallOffer | null = null

function isInstalled(): boolean {
  const isStandalone = globalThis.matchMedia('(display-mode: standalone)').matches
  // iOS has its own flag for an app opened from the home screen.
  return isStandalone || ('standalone' in navigator && navigator.standalone === true)
}

/** Whether this is iOS: an iPad says it is a Mac, but a Mac has no touch screen. */
function isIos(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event && 'userChoice' in event

/** Waits for the browser's offer. A dismissal is remembered on this device. */
export function watchInstall(): void {
  const dismissedAt = Number(readStored(STORAGE_KEYS.installDismissedAt) ?? Number.NaN)
  install.isDismissed = Math.abs(Date.now() - dismissedAt) < OFFERED_AGAIN_MS
  if (isInstalled()) return
  if (isIos(navigator.userAgent, navigator.maxTouchPoints)) install.way = 'steps'
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return
    event.preventDefault()
    offer = event
    install.way = 'offered'
  })
  globalThis.addEventListener('appinstalled', () => {
    offer = null
    install.way = 'none'
  })
}

export function dismissInstall(): void {
  install.isDismissed = true
  writeStored(STORAGE_KEYS.installDismissedAt, Date.now())
}

/** Opens the browser's prompt; an offer serves once. */
export async function installApp(): Promise<void> {
  const current = offer
  if (current === null) return
  offer = null
  install.way = 'none'
  await current.prompt()
  const { outcome } = await current.userChoice
  if (outcome === 'dismissed') dismissInstall()
}
