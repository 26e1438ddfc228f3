import { useState } from 'react'
import { styled } from '#src/ui/theme.ts'

const Plot = styled('div')<{ $height: number }>`
  position: relative;
  display: flex;
  align-items: flex-end;
  height: ${(p) => p.$height}px;
  margin-top: 16px;
  padding: 8px 0 0 36px;
`
const Lines = styled('i')<{ $count: number }>`
  position: absolute;
  inset: 8px 0 20px 36px;
  border-bottom: 1px solid var(--chart-base);
  background: repeating-linear-gradient(
    to bottom,
    var(--chart-grid) 0 1px,
    transparent 1px ${(p) => 100 / p.$count}%
  );
`
const Bar = styled('i')`
  position: relative;
  flex: 1;
  margin-bottom: 21px;
  padding: 0 calc(100% / 30 * 0.17);
  &::before {
    content: '';
    display: block;
    height: 100%;
    border-radius: 2px 2px 0 0;
    background: var(--chart-placeholder);
  }
`

const BARS = 30
/** A graph of this height has room for few lines, in px. */
const LOW_HEIGHT = 160

/** A graph that has not come yet: quiet bars of random heights, without numbers (spec 2). */
export function PlaceholderBars({ height }: { height: number }) {
  const [heights] = useState(() => Array.from({ length: BARS }, () => 0.25 + Math.random() * 0.6))
  return (
    <Plot $height={height} aria-hidden>
      <Lines $count={height > LOW_HEIGHT ? 4 : 2} />
      {heights.map((share, index) => (
        <Bar key={index} style={{ height: `${Math.round(share * (height - 28))}px` }} />
      ))}
    </Plot>
  )
}
