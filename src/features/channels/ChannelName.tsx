import type { FigureFormat } from '#src/domain/mask.ts'
import { Mask, MaskableText } from '#src/ui/Mask.tsx'
import { channelName, type ChannelRow } from './channel-rows.ts'

/** "google / cpc" in one line, with the whole name as tooltip. */
export function ChannelName({ row, figures }: { row: ChannelRow; figures: FigureFormat }) {
  return (
    <span className="trunc" {...(figures.isMasked ? {} : { title: channelName(row) })}>
      <span style={{ fontWeight: 500 }}>
        <MaskableText text={figures.label(row.source, row.place)} />
      </span>{' '}
      <span className="t3">/ {figures.isMasked ? <Mask blocks={6} /> : row.medium}</span>
    </span>
  )
}
