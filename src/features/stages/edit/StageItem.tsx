import { ChevronRight, CircleAlert } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { formatDays, formatDay } from '#src/domain/sale/record-formats.ts'
import type { StageError } from '#src/features/stages/edit/form/stage-errors.ts'
import {
  valuesOf,
  type StageField,
  type StageRow,
} from '#src/features/stages/edit/form/stages-form.ts'
import { filters } from '#src/state/filters.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { FieldError } from '#src/ui/fields/FieldFrame.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { styled } from '#src/ui/theme.ts'
import { Dot } from './StageInput.tsx'

const Root = styled('button')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 44px;
  align-items: center;
  width: 100%;
  min-height: 63px;
  padding: 6px 0;
  text-align: left;
  & > svg {
    justify-self: center;
    color: var(--text-2);
  }
`
const Text = styled('span')`
  display: grid;
  min-width: 0;
  overflow-wrap: anywhere;
  & > small {
    font: var(--t-small);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
`
const Name = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  font-weight: 500;
`

/** "Aug 14 – Sep 1", with years where they are not the present one. */
export function daysText(starts: string | null, ends: string | null, now: Date): string {
  const isNow = (instant: string) => new Date(instant).getFullYear() === now.getFullYear()
  const short = (text: string) => text.replace(/, \d{4}$/, '')
  const day = (instant: string) => (isNow(instant) ? short(formatDay(instant)) : formatDay(instant))
  if (starts !== null && ends !== null)
    return isNow(starts) && isNow(ends) ? short(formatDays(starts, ends)) : formatDays(starts, ends)
  if (starts !== null) return `From ${day(starts)}`
  return ends === null ? '' : `Until ${day(ends)}`
}

/** A stage on a phone: a button that opens its fields. */
export function StageItem(props: {
  row: StageRow
  name: string
  errors: readonly StageError[]
  edited: readonly StageField[]
  hint: string | undefined
  onOpen: () => void
}) {
  const { row, name, errors, hint } = props
  const { asOf } = useSnapshot(filters)
  const { starts_at, ends_at } = valuesOf(row, undefined)
  const amounts = [row.price.trim() && `$${row.price.trim()}`, row.supply.trim()]
  const days = daysText(starts_at, ends_at, new Date(asOf))
  return (
    <Root
      type="button"
      aria-label={`Change ${name}`}
      {...(errors.length > 0 ? { 'data-invalid': '' } : {})}
      onClick={props.onOpen}
    >
      <Text>
        <Name>
          {row.name.trim() || name}
          {props.edited.length > 0 && (
            <Dot>
              <span className="sr">Edited</span>
            </Dot>
          )}
        </Name>
        <small>{amounts.filter(Boolean).join(', ')}</small>
        {days !== '' && <small>{days}</small>}
        {errors.map(({ text }) => (
          <FieldError key={text} as="span">
            <Icon of={CircleAlert} size={14} />
            <span>{text}</span>
          </FieldError>
        ))}
        {hint !== undefined && (
          <small>
            <MaskedSentence text={hint} />
          </small>
        )}
      </Text>
      <Icon of={ChevronRight} />
    </Root>
  )
}
