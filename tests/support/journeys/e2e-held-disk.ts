import type { Page } from '@playwright/test'

/** Starts a write transaction in each database and holds it open while the page lives. */
export const holdWrites = (other: Page, names: readonly string[]) =>
  other.evaluate(
    (databases) =>
      Promise.all(
        databases.map(
          (name) =>
            new Promise<void>((resolve) => {
              const opening = indexedDB.open(name)
              opening.addEventListener('success', () => {
                const transaction = opening.result.transaction('entries', 'readwrite')
                const entries = transaction.objectStore('entries')
                const goOn = () => {
                  resolve()
                  entries.get('nothing').addEventListener('success', goOn)
                }
                goOn()
              })
            }),
        ),
      ),
    names,
  )
