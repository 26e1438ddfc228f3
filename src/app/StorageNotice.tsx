import { HardDrive } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { cacheHealth } from '#src/api/persister.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { NoticeBar } from './NoticeBar.tsx'

const FAULTS = {
  full: { label: 'Storage is full', words: 'This device’s storage is full.' },
  refused: { label: 'Storage does not work', words: 'This device’s storage does not work.' },
  silent: { label: 'Storage does not answer', words: 'This device’s storage does not answer.' },
}

/** Says that new figures are not kept, until one is again. */
export function StorageNotice() {
  const { fault } = useSnapshot(cacheHealth)
  if (fault === 'none') return null
  const { label, words } = FAULTS[fault]
  return (
    <NoticeBar label={label} icon={HardDrive} isWarning>
      <b>{words}</b> {PRODUCT_NAME} works online, but new figures are not kept for offline use.
    </NoticeBar>
  )
}
