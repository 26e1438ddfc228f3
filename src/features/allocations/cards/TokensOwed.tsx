import { formatShare } from '#src/domain/money/money.ts'
import { figureFormat, MASK_LABEL } from '#src/domain/text/mask.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import { PARTS } from './allocation-parts.ts'
import { WithShare } from './WithShare.tsx'

const Hero = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 8px;
  min-height: 40px;
  margin-top: 8px;
  min-width: 0;
  & > .unit {
    max-width: 100%;
    color: var(--text-3);
    font: 500 16px/24px var(--font);
  }
`
const Bar = styled('div')`
  display: flex;
  gap: 1px;
  height: 8px;
  margin: 12px 0 4px;
  border-radius: var(--r-bar);
  overflow: hidden;
  background: var(--surface-2);
  & > i {
    flex-basis: 0;
    min-width: 1px;
    forced-color-adjust: none;
  }
`
const Name = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  & > i {
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 2px;
    forced-color-adjust: none;
  }
`

/** The colours of the parts: the project's, a lighter one, and grey. */
const coloursOf = (colour: string) => ({
  purchased: colour,
  bonus: `color-mix(in srgb, ${colour} 52%, var(--text-1))`,
  credited: 'var(--text-3)',
})

/** What a project owes, and for what. Without a summary, as high as with one. */
export function TokensOwed(props: {
  projectId: string
  summary: AllocationSummary | undefined
  colour: string
  isMasked: boolean
}) {
  const { projectId, summary, isMasked } = props
  const format = figureFormat(isMasked)
  const colours = coloursOf(props.colour)
  return (
    <Card
      title="Tokens owed"
      isBusy={summary === undefined}
      subtitle={summary ? <Wallets count={summary.wallets} isMasked={isMasked} /> : ' '}
      tools={
        <CopyButton
          what="tokens owed"
          value={summary?.tokens ?? ''}
          isMasked={isMasked || summary === undefined}
        />
      }
    >
      <Hero>
        {summary ? (
          <>
            <TokenAmount amount={summary.tokens} isMasked={isMasked} isFloored size="hero" />
            <span className="unit trunc" title={projectId}>
              {projectId}
            </span>
          </>
        ) : (
          <Skeleton width="56%" height={32} />
        )}
      </Hero>
      {summary ? <PartsBar summary={summary} colours={colours} isMasked={isMasked} /> : <Bar />}
      <SumList>
        {PARTS.map(({ key, label }) => (
          <SumRow
            key={key}
            label={
              <Name>
                <i className="paint" style={{ background: colours[key] }} />
                {label}
              </Name>
            }
          >
            {summary ? (
              <WithShare share={format.share(Number(summary[key]), Number(summary.tokens))}>
                <TokenAmount amount={summary[key]} isMasked={isMasked} isFloored />
              </WithShare>
            ) : (
              <Skeleton width={168} />
            )}
          </SumRow>
        ))}
      </SumList>
    </Card>
  )
}

function Wallets({ count, isMasked }: { count: number; isMasked: boolean }) {
  return (
    <>
      To <MaskableText text={figureFormat(isMasked).count(count)} />{' '}
      {/* The plural reveals nothing. */}
      {count === 1 && !isMasked ? 'wallet' : 'wallets'}
    </>
  )
}

/** "Purchased 90.85%, bonus 8.56%, credited 0.58%". Its shape stays in privacy mode, as that of all bars. */
function PartsBar(props: {
  summary: AllocationSummary
  colours: ReturnType<typeof coloursOf>
  isMasked: boolean
}) {
  const { summary, isMasked } = props
  const whole = Number(summary.tokens)
  const named = PARTS.map(({ key, label }, index) => {
    const share = isMasked ? MASK_LABEL : formatShare(Number(summary[key]), whole)
    return `${index === 0 ? label : label.toLowerCase()} ${share}`
  })
  return (
    <Bar role="img" aria-label={named.join(', ')}>
      {PARTS.filter(({ key }) => Number(summary[key]) > 0).map(({ key }) => (
        <i
          key={key}
          className="paint"
          style={{ flexGrow: Number(summary[key]) / whole, background: props.colours[key] }}
        />
      ))}
    </Bar>
  )
}
