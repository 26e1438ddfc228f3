import { changePercent } from '#src/domain/money/money.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { styled } from '#src/ui/theme.ts'
import { MaskableText } from './Mask.tsx'

const Root = styled('span')<{ $sign: number }>`
  font: var(--t-small);
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  color: ${(p) =>
    p.$sign === 0 ? 'var(--text-3)' : p.$sign > 0 ? 'var(--positive)' : 'var(--negative)'};
`

/** The sign carries the meaning and the colour repeats it. While masked, neither is shown. */
function SignedText({ text, sign }: { text: string; sign: number }) {
  return (
    <Root $sign={sign}>
      <MaskableText text={text} />
    </Root>
  )
}

/** The change from the previous figure: "+6.83%", "−3.23%", or "New" if that was 0. */
export function Change(props: { now: number; before: number; figures: FigureFormat }) {
  const { now, before, figures } = props
  const change = changePercent(now, before)
  if (change === null) {
    const text = now > 0 ? 'New' : '–'
    return <SignedText text={figures.isMasked ? figures.percent(0) : text} sign={0} />
  }
  return (
    <SignedText text={figures.change(change)} sign={figures.isMasked ? 0 : Math.sign(change)} />
  )
}
