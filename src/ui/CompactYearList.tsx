import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { compactYears, isYearWithin, type DayBounds } from './date-grid.ts'
import { Icon } from './Icon.tsx'
import { styled } from './theme.ts'

const Scroller = styled('div')`
  height: 286px;
  margin-top: 12px;
  padding: 4px;
  overflow-y: auto;
  overscroll-behavior: contain;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
`
const Year = styled('button')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  height: 44px;
  padding: 0 8px;
  border-radius: var(--r-sm);
  font: var(--t-body);
  font-variant-numeric: tabular-nums;
  &[aria-pressed='true'] {
    background: var(--surface-3);
  }
  &:hover:not(:disabled) {
    background: var(--surface-3);
  }
  &:disabled {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
`

/** Years in one scroll, from 51 back to 20 ahead (spec 2), the current one in its middle. */
export function CompactYearList(props: {
  year: number
  thisYear: number
  bounds: DayBounds
  onPick: (year: number) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    const chosen = box?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (box && chosen) {
      box.scrollTop =
        chosen.offsetTop - box.offsetTop - (box.clientHeight - chosen.offsetHeight) / 2
    }
  }, [])
  return (
    <Scroller ref={scroller} role="group" aria-label="Choose year">
      {compactYears(props.thisYear).map((year) => (
        <Year
          key={year}
          type="button"
          aria-pressed={year === props.year}
          disabled={!isYearWithin(year, props.bounds)}
          onClick={() => props.onPick(year)}
        >
          {year}
          {year === props.year && <Icon of={Check} />}
        </Year>
      ))}
    </Scroller>
  )
}
