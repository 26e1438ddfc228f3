import { toDecimal } from '#src/domain/decimals.ts'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { fractionToPercent } from './percent.ts'

/** A percentage; give either the percentage itself or the stored fraction. */
export function ReadOnlyPercent(props: {
  label: string
  percent?: number | null | undefined
  fraction?: number | null | undefined
  isTall?: boolean
}) {
  const { percent, fraction } = props
  const text =
    fraction !== undefined
      ? fractionToPercent(fraction)
      : percent === null || percent === undefined
        ? null
        : toDecimal(percent)
  return (
    <ReadOnlyField label={props.label} isTall={props.isTall}>
      {text === null ? 'None' : <Percent text={text} />}
    </ReadOnlyField>
  )
}

function Percent(props: { text: string }) {
  return (
    <span className="num">
      {props.text}
      <span className="u">%</span>
    </span>
  )
}
