import type { ForecastText } from '#src/domain/sale/stage-text.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

/** What stands between a card's head and its foot. */
export const CardBody = styled('div')`
  flex: 1;
  min-width: 0;
`

/** The end of a card, on one line with those beside it. */
export const CardFoot = styled('div')`
  display: grid;
  align-content: start;
  gap: 2px;
  min-height: 61px;
  margin: 0 -20px -16px;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  border-radius: 0 0 11px 11px;
  background: var(--bg);
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  & b {
    font-weight: 500;
    color: var(--text-1);
  }
  & p {
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    margin: 0 -16px -16px;
    padding: 12px 16px;
  }
`

/** What a forecast says, and what it rests on; a placeholder while that is not known. */
export function ForecastFoot({ text }: { text: ForecastText | undefined }) {
  if (text === undefined) return <FootPlaceholder />
  return (
    <CardFoot role="status">
      <b {...(text.isWarning ? { style: { color: 'var(--warning)' } } : {})}>
        <MaskedSentence text={text.title} />
      </b>
      {text.ground !== '' && (
        <p>
          <MaskedSentence text={text.ground} />
        </p>
      )}
    </CardFoot>
  )
}

/** Stands for a foot that is loading. */
export function FootPlaceholder() {
  return (
    <CardFoot>
      <Skeleton width="64%" />
      <Skeleton width="48%" />
    </CardFoot>
  )
}
