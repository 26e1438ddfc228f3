import { vi } from 'vitest'

/** Holds back the opening of idb-keyval's databases, as on a slow disk. @returns a function that releases them */
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
