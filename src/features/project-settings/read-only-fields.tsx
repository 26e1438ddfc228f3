import { toDecimal } from '#src/domain/decimals.ts'
import { shortAddress } from '#src/domain/shorten.ts'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'

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

/** A shortened wallet address with a button that copies the full one. */
export function ReadOnlyAddress(props: { label: string; address: string | null | undefined }) {
  const { label, address } = props
  if (!address) return <ReadOnlyField label={label}>None</ReadOnlyField>
  return (
    <ReadOnlyField label={label} copy={{ what: label.toLowerCase(), value: address }}>
      <span className="mono" title={address}>
        {shortAddress(address)}
      </span>
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
