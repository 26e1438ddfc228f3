import { proxy } from 'valtio'
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

/** Whether graphs show bonus codes and stages, kept per device. */
export const codeBands = proxy({ isOn: readStored(STORAGE_KEYS.codeBands) !== false })

export function setCodeBands(isOn: boolean): void {
  codeBands.isOn = isOn
  writeStored(STORAGE_KEYS.codeBands, isOn)
}
