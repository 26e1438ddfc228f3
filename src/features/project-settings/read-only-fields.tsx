import { toDecimal } from '#src/domain/money/decimals.ts'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { styled } from '#src/ui/theme.ts'

/** A stored fraction (0.29) as a percentage ("29"). Null stays null. */
export function fractionToPercent(fraction: number | null | undefined): string | null {
  return fraction === null || fraction === undefined ? null : toDecimal(fraction, 2)
}

/** A read-only flag: "On" or "Off". */
export function ReadOnlyFlag(props: { label: string; flag: 0 | 1 | undefined; isTall?: boolean }) {
  return (
    <ReadOnlyField label={props.label} isTall={props.isTall}>
      {props.flag === 1 ? 'On' : 'Off'}
    </ReadOnlyField>
  )
}

// Who checks where the money goes must see every digit: forged addresses agree at both ends.
const Whole = styled('span')`
  white-space: normal;
  overflow-wrap: anywhere;
`

/** A whole wallet address with a button that copies it. */
export function ReadOnlyAddress(props: { label: string; address: string | null | undefined }) {
  const { label, address } = props
  if (!address) return <ReadOnlyField label={label}>None</ReadOnlyField>
  return (
    <ReadOnlyField label={label} copy={{ what: label.toLowerCase(), value: address }}>
      <Whole className="mono">{address}</Whole>
    </ReadOnlyField>
  )
}

/** A read-only percentage, from either a percentage or a stored fraction. */
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
      {text === null ? (
        'None'
      ) : (
        <span className="num">
          {text}
          <span className="u">%</span>
        </span>
      )}
    </ReadOnlyField>
  )
}
