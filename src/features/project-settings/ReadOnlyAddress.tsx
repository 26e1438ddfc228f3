import { shortAddress } from '#src/domain/record-formats.ts'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'

/** A wallet address, short to read and whole to copy. */
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
