import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { freePort } from '#scripts/free-port.mjs'
import { copyDemoData } from './e2e-demo-data.ts'
import { startServer } from './e2e-server.ts'
import type { RunningApp } from './e2e.ts'

/**
 * A server of its own at a host name: an IP address has no passkeys. `stop` removes its folder.
 * @param env further settings
 */
export async function startAtLocalhost(env: Record<string, string> = {}): Promise<RunningApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
  await copyDemoData(folder)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await startServer({
    SALEROOM_DATA: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    ...env,
  })
  return {
    ...server,
    url,
    folder,
    stop: async () => {
      const code = await server.stop()
      await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** A device with a fingerprint reader whose owner always touches it, unless `isTouched` is false. */
export async function addAuthenticator(page: Page): Promise<{
  setTouched: (isTouched: boolean) => Promise<void>
}> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setTouched: async (isTouched) => {
      await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isTouched })
    },
  }
}

/** The code that an app shows for a key at a time in ms since 1970. */
export function codeOf(key: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at })
}

/** Adds a passkey on Account, and makes the recovery codes that are offered after it. */
export async function addFirstPasskey(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  await dialog.getByRole('button', { name: 'Make codes' }).click()
  const items = dialog.getByRole('listitem')
  await items.first().waitFor()
  const codes = await items.allTextContents()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return codes
}

/** Turns the authenticator on, where its group is shown, and returns its key. */
export async function turnOnTotp(page: Page): Promise<string> {
  const group = page.getByRole('region', { name: 'Authenticator' })
  await group.getByRole('button', { name: 'Turn on' }).click()
  const key = ((await group.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await group.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, Date.now()))
  await group.getByRole('button', { name: 'Turn on' }).click()
  return key
}
