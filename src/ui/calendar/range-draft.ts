import { useState } from 'react'
import { pluralize } from '#src/domain/text/text.ts'
import { daysBetween } from '#src/domain/time/calendar.ts'
import { formatDateRange } from '#src/domain/time/format-time.ts'
import { isWholeWeeks, type PeriodPreset } from '#src/domain/time/period-presets.ts'
import type { Day } from './date-grid.ts'
import type { DayRange, DayRule } from './date-range.ts'

export const RANGE_TITLE = 'Select date range'
const NEVER: DayRule = () => false

/** What a date range picker shows, and what it does with the selected range. */
export type RangeProps = {
  start: Day | null
  end: Day | null
  /** The first and last day that can be selected. */
  min: Day | null
  max: Day | null
  today: Day
  /** Named ranges, which fill the range. */
  presets: readonly PeriodPreset[]
  onApply: (start: Day, end: Day) => void
  /** Leads back to all time; absent where a range always applies. */
  onAll?: (() => void) | undefined
  isDisabled?: DayRule | undefined
}

/** "Oct 22 – Nov 20, 2025", or the progress of the selection. */
function draftText({ start, end }: DayRange): string {
  if (start === null) return 'Choose the first day'
  if (end === null) return `${formatDateRange(start, start)} – …`
  return formatDateRange(start, end)
}

/** "30 days", "7 days, Monday to Sunday". */
function daysText({ start, end }: DayRange): string {
  if (start === null || end === null) return ''
  const count = pluralize(daysBetween(start, end) + 1, 'day')
  return isWholeWeeks({ start, end }) ? `${count}, Monday to Sunday` : count
}

/** The range while it is being selected, with the props of the parts that show and change it. */
export function useRangeDraft(props: RangeProps & { onClose: () => void }) {
  const [draft, setDraft] = useState<DayRange>({ start: props.start, end: props.end })
  const [chosen, setChosen] = useState<{ name: string | null; count: number }>({
    name: null,
    count: 0,
  })
  const { start, end } = draft
  return {
    text: draftText(draft),
    days: daysText(draft),
    isReady: start !== null && end !== null,
    apply: () => {
      if (start === null || end === null) return
      props.onApply(start, end)
      props.onClose()
    },
    /** Undefined where a range always applies. */
    clear:
      props.onAll &&
      (() => {
        props.onAll?.()
        props.onClose()
      }),
    presetList: {
      presets: props.presets,
      start,
      end,
      chosen: chosen.name,
      onChoose: ({ name, days }: PeriodPreset) => {
        if (days === null) return
        setDraft(days)
        setChosen({ name, count: chosen.count + 1 })
      },
    },
    /** The calendar with this key starts at the months of the range that a preset filled. */
    calendarKey: chosen.count,
    calendar: {
      range: draft,
      onRange: setDraft,
      bounds: { min: props.min, max: props.max },
      isDisabled: props.isDisabled ?? NEVER,
      today: props.today,
    },
  }
}
