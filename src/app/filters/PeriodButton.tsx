import { Calendar, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { capitalize } from '#src/domain/text/text.ts'
import { formatShortDays, presetOf } from '#src/domain/time/period-presets.ts'
import { autoUnit } from '#src/domain/time/time-units.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { InputFrame } from '#src/ui/fields/input-frame.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { styled } from '#src/ui/theme.ts'
import { toast } from '#src/ui/toasts.tsx'
import { usePeriod } from './use-period.ts'

const PeriodSheet = lazyPart(() => import('./filter-menus.tsx'), 'PeriodSheet')

const preload = () => void PeriodSheet.preload().catch(() => undefined)

const Name = styled('span')`
  flex: none;
  font: var(--t-label);
`
const Detail = styled('span')`
  flex: 1;
  color: var(--text-3);
  font: var(--t-body);
  font-variant-numeric: tabular-nums;
  @media (max-width: 359px) {
    font: var(--t-small);
  }
`

/** "Last week", "Nov 10 – 16, by day": the name of the selected period and what it spans. */
function usePeriodText(): { name: string; detail: string } {
  const { current, unit: chosen, zone, range, days, today, presets } = usePeriod()
  const [path] = useLocation()
  const { period, customStart, customEnd } = current
  const preset = presetOf(presets, customStart, customEnd)
  const name = period === 'custom' ? (preset?.name ?? 'Custom range') : capitalize(period)
  if (range === null || days === null) return { name, detail: '' }
  const unit = chosen === 'auto' ? autoUnit(range, zone) : chosen
  // Only Home has graphs with a unit.
  return { name, detail: formatShortDays(days, today) + (path === '/' ? `, by ${unit}` : '') }
}

/** On a phone, where the filters are behind the menu: shows the period, and opens a sheet to select another. */
export function PeriodButton() {
  const { name, detail } = usePeriodText()
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const open = async () => {
    try {
      await PeriodSheet.preload()
      setLoaded(true)
      setOpen(true)
    } catch {
      toast.error('The periods did not load. Try again.', { id: 'periods' })
    }
  }
  return (
    <>
      <InputFrame
        as="button"
        aria-label="Time period"
        aria-description={detail === '' ? name : `${name}, ${detail}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        $size="md"
        $isInvalid={false}
        $isDisabled={false}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void open()}
      >
        <Icon of={Calendar} />
        <Name>{name}</Name>
        <Detail className="trunc">{detail}</Detail>
        <Icon of={ChevronDown} />
      </InputFrame>
      {isLoaded && (
        <SilentBoundary>
          <PeriodSheet isOpen={isOpen} onClose={() => setOpen(false)} />
        </SilentBoundary>
      )}
    </>
  )
}
