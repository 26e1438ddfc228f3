import { proxy } from 'valtio'
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

/** Whether this device has shown its person, who only looks, what that means. */
export const readerNotice = proxy({ isRead: readStored(STORAGE_KEYS.readerNotice) === true })

export function dismissReaderNotice(): void {
  readerNotice.isRead = true
  writeStored(STORAGE_KEYS.readerNotice, true)
}
