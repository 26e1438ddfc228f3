import { proxy } from 'valtio'
import { isIos } from '#src/domain/ios.ts'
import { readStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'

/** The `beforeinstallprompt` event; the DOM library has no type for it. */
type InstallOffer = Event & {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `offered`: the browser has an install prompt; `steps`: iOS, where the user installs manually. */
export const install = proxy<{ way: 'none' | 'offered' | 'steps'; isDismissed: boolean }>({
  way: 'none',
  isDismissed: false,
})

/** How long "Later" hides the notice: 30 days. */
const OFFERED_AGAIN_MS = 30 * 86_400_000

let offer: InstallOffer | null = null

function isInstalled(): boolean {
  const isStandalone = globalThis.matchMedia('(display-mode: standalone)').matches
  // iOS sets its own flag in an app opened from the home screen.
  return isStandalone || ('standalone' in navigator && navigator.standalone === true)
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event && 'userChoice' in event

/** Listens for the browser's install prompt. A dismissal is stored on this device. */
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

/** Opens the browser's install prompt, which works only once. */
export async function installApp(): Promise<void> {
  const current = offer
  if (current === null) return
  offer = null
  install.way = 'none'
  await current.prompt()
  const { outcome } = await current.userChoice
  if (outcome === 'dismissed') dismissInstall()
}
