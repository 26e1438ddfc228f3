import { Clock } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { formatDuration } from '#src/domain/format-time.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { clock } from '#src/state/clock.ts'
import { NoticeBar } from './NoticeBar.tsx'

/** Says that this device's clock is wrong: the times on screen are by it, the figures are not. */
export function ClockNotice() {
  const { skewMs } = useSnapshot(clock)
  if (skewMs === 0) return null
  return (
    <NoticeBar label="Clock is wrong" icon={Clock} isWarning>
      <b>
        This device’s clock is {formatDuration(skewMs)} {skewMs < 0 ? 'ahead' : 'behind'}.
      </b>{' '}
      {PRODUCT_NAME} takes its figures up to now by the server’s clock.
    </NoticeBar>
  )
}
