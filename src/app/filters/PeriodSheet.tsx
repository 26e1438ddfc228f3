import { Check, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { presetOf } from '#src/domain/time/period-presets.ts'
import { ROLLING_PERIOD_OPTIONS } from '#src/domain/time/time-units.ts'
import { setCustomRange, setPeriod } from '#src/state/filters.ts'
import { RangeSheet } from '#src/ui/calendar/RangeSheet.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { styled } from '#src/ui/theme.ts'
import { usePeriod } from './use-period.ts'

const Grid = styled('div')`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 8px;
  padding-bottom: 16px;
`
const Choice = styled('button')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  height: 48px;
  padding: 0 14px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  font: var(--t-label);
  white-space: nowrap;
  &[aria-pressed='true'],
  &[aria-current='true'] {
    background: var(--surface-3);
    border-color: var(--line-hover);
  }
  &:disabled {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
`

/** The periods and presets, of which a tap applies one and closes, and the way to the calendar. */
export function PeriodSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { current, days, today, launch, presets } = usePeriod()
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  // A new key per opening: it starts with the current range, not with an abandoned draft.
  const [opening, setOpening] = useState(0)
  const { period, customStart, customEnd } = current
  const selected = presetOf(presets, customStart, customEnd)
  return (
    <Dialog title="Time period" isOpen={isOpen} onClose={onClose} hasChanges={false}>
      {/* A tap closes also on the period that is selected. Arrow keys select without closing. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- catches the clicks of the radios, which keys fire too */}
      <div onClick={onClose}>
        <Segmented
          label="Time period"
          isFill
          options={ROLLING_PERIOD_OPTIONS}
          value={period === 'custom' ? null : period}
          onChange={setPeriod}
        />
      </div>
      <Grid role="group" aria-label="Presets">
        {presets.map((preset) => (
          <Choice
            key={preset.name}
            type="button"
            aria-pressed={preset === selected}
            disabled={preset.days === null}
            onClick={() => {
              if (preset.days !== null) setCustomRange(preset.days.start, preset.days.end)
              onClose()
            }}
          >
            {preset.name}
            {preset === selected && <Icon of={Check} />}
          </Choice>
        ))}
        <Choice
          type="button"
          aria-haspopup="dialog"
          aria-current={period === 'custom' && selected === undefined}
          onClick={() => {
            setOpening(opening + 1)
            setCalendarOpen(true)
          }}
        >
          Custom range
          <Icon of={ChevronRight} />
        </Choice>
      </Grid>
      <RangeSheet
        key={opening}
        start={days?.start ?? null}
        end={days?.end ?? null}
        min={launch}
        max={today}
        today={today}
        presets={presets}
        onApply={(start, end) => {
          setCustomRange(start, end)
          // Before its dialog, which keeps what it shows while it closes.
          flushSync(() => setCalendarOpen(false))
          onClose()
        }}
        isOpen={isCalendarOpen}
        onClose={() => setCalendarOpen(false)}
      />
    </Dialog>
  )
}
