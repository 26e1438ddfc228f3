import { vi } from 'vitest'

/** Databases of idb-keyval open only once what this answers is called, as on a slow disk. */
export function holdDatabases(): () => void {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const { indexedDB } = globalThis
  vi.stubGlobal('indexedDB', {
    open(name: string) {
      const held: Partial<IDBOpenDBRequest> = {}
      const openLater = async () => {
        await isReleased
        const real = indexedDB.open(name)
        const pass = (on: 'onsuccess' | 'onupgradeneeded') => () => {
          Object.assign(held, { result: real.result })
          held[on]?.call(real, new Event('') as never)
        }
        Object.assign(real, {
          onsuccess: pass('onsuccess'),
          onupgradeneeded: pass('onupgradeneeded'),
        })
      }
      void openLater()
      return held
    },
  })
  return release
}
