import { Check } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { presetOf, type PeriodPreset } from '#src/domain/time/period-presets.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'

const List = styled('div')`
  display: grid;
  align-content: start;
  gap: 2px;
  margin: -8px 0 -8px -8px;
  padding: 4px 8px 4px 0;
  border-right: 1px solid var(--line-strong);
  ${MOBILE} {
    grid-auto-flow: column;
    justify-content: start;
    gap: 8px;
    /* To the edges of the sheet, where the options that do not fit are cut. */
    min-height: 52px;
    margin: 0 -16px;
    padding: 4px 16px;
    border-right: 0;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
  }
`
const Option = styled('div')<{ $isOn: boolean }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  height: 32px;
  padding: 0 10px;
  border-radius: var(--r-sm);
  font: var(--t-label);
  white-space: nowrap;
  cursor: pointer;
  color: ${(p) => (p.$isOn ? 'var(--text-1)' : 'var(--text-2)')};
  background: ${(p) => (p.$isOn ? 'var(--surface-3)' : 'none')};
  &:hover {
    color: var(--text-1);
  }
  &:focus-visible {
    box-shadow: inset 0 0 0 2px var(--focus-ring);
  }
  &[aria-disabled] {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
  ${MOBILE} {
    height: 44px;
    padding: 0 14px;
    border: 1px solid ${(p) => (p.$isOn ? 'var(--line-hover)' : 'var(--line-strong)')};
    border-radius: var(--r-md);
  }
`

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** The option that gets the focus after a key press; null for other keys. */
function nextOption(key: string, from: number, count: number): number | null {
  const step = STEPS[key]
  if (step !== undefined) return (from + step + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/**
 * Named ranges beside a calendar, in a row above it on a phone. Arrow keys move the focus alone; a
 * click, Enter or Space chooses.
 */
export function PresetList(props: {
  presets: readonly PeriodPreset[]
  start: string | null
  end: string | null
  /** The preset chosen last, of several with the same days. */
  chosen: string | null
  onChoose: (preset: PeriodPreset) => void
}) {
  const { presets } = props
  const isMobile = useIsMobile()
  const selected = presetOf(presets, props.start, props.end, props.chosen)
  const tabStop = selected ?? presets[0]
  const list = useRef<HTMLDivElement>(null)
  const name = selected?.name
  // Into the middle of the row, which a phone can't show whole.
  useEffect(() => {
    const option = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!list.current || !option) return
    const { left, width } = option.getBoundingClientRect()
    const row = list.current.getBoundingClientRect()
    list.current.scrollLeft += left + width / 2 - row.left - row.width / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another selected preset has another place
  }, [name])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const next = nextOption(event.key, index, presets.length)
    const isChoice = event.key === 'Enter' || event.key === ' '
    if (next === null && !isChoice) return
    event.preventDefault()
    const options =
      event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=option]')
    const target = next === null ? undefined : options?.[next]
    if (isChoice) event.currentTarget.click()
    else target?.focus()
  }
  return (
    <List
      ref={list}
      role="listbox"
      aria-label="Presets"
      aria-orientation={isMobile ? 'horizontal' : 'vertical'}
    >
      {presets.map((preset, index) => (
        <Option
          key={preset.name}
          role="option"
          aria-selected={preset === selected}
          {...(preset.days === null ? { 'aria-disabled': true } : {})}
          tabIndex={preset === tabStop ? 0 : -1}
          $isOn={preset === selected}
          onKeyDown={(event) => onKeyDown(event, index)}
          onClick={(event) => {
            // Safari focuses nothing on a click, and the focused day may leave with its month.
            event.currentTarget.focus()
            if (preset.days !== null) props.onChoose(preset)
          }}
        >
          {preset.name}
          {preset === selected && <Icon of={Check} />}
        </Option>
      ))}
    </List>
  )
}
