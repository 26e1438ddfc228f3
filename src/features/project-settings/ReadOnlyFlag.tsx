import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'

/** "On" or "Off" of a flag that can't be changed here. */
export function ReadOnlyFlag(props: { label: string; flag: 0 | 1 | undefined; isTall?: boolean }) {
  return (
    <ReadOnlyField label={props.label} isTall={props.isTall}>
      {props.flag === 1 ? 'On' : 'Off'}
    </ReadOnlyField>
  )
}
