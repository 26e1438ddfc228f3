import { formatFloor } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { Figure } from '#src/ui/text/Figure.tsx'

/** An exact amount of tokens as it is shown: two places, rounded down, or blocks in privacy mode. */
export const owedText = (tokens: string, isMasked: boolean) =>
  isMasked ? mask('amount') : formatFloor(tokens)

/** An amount of tokens with two places, rounded down; all digits are its tooltip. */
export function OwedAmount(props: {
  /** An exact decimal. */
  tokens: string
  /** Omitted where the context names it. */
  unit?: string | undefined
  isMasked: boolean
  isStrong?: boolean | undefined
}) {
  const { tokens, unit, isMasked } = props
  return (
    <span title={isMasked ? undefined : tokens}>
      <Figure text={owedText(tokens, isMasked)} isStrong={props.isStrong} />
      {unit !== undefined && (
        <span className="t3" style={{ fontWeight: 400 }}>
          {' '}
          <bdi>{unit}</bdi>
        </span>
      )}
    </span>
  )
}
