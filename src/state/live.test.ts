import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from './storage.ts'

/** The module as a page loads it, on a device with these settings. */
async function load(kept: boolean | null, saveData: boolean | undefined) {
  vi.resetModules()
  const stored = new Map<string, string>()
  if (kept !== null) stored.set(STORAGE_KEYS.live, JSON.stringify(kept))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('navigator', saveData === undefined ? {} : { connection: { saveData } })
  return { ...(await import('./live.ts')), stored }
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['on for a new device', null, undefined, true],
  ['off for a device that saves data', null, true, false],
  ['on for a device that saves data and asked for it', true, true, true],
  ['off where it was switched off', false, false, false],
])('Live is %s', async (_case, kept, saveData, isOn) => {
  expect((await load(kept, saveData)).live.isOn).toBe(isOn)
})

it('the switch is kept on the device', async () => {
  const { setLive, stored } = await load(null, false)
  setLive(false)
  expect(stored.get(STORAGE_KEYS.live)).toBe('false')
})
