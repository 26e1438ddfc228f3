import { Popover, PopoverDisclosure, usePopoverStore } from '@ariakit/react/popover'
import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { daysBetween } from '#src/domain/calendar.ts'
import { formatDateRange } from '#src/domain/format-time.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import { Button } from './Button.tsx'
import type { Day } from './date-grid.ts'
import type { DayRange, DayRule } from './date-range.ts'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { InputFrame, type InputSize } from './input-frame.ts'
import { DROPS } from './menu.ts'
import { RangeCalendar } from './RangeCalendar.tsx'
import { styled } from './theme.ts'
import { TOASTS_ID } from './toasts.tsx'
import { trapTab } from './trap-tab.ts'
import { useIsMobile } from './use-media.ts'

const TITLE = 'Select date range'
const NEVER: DayRule = () => false

const Panel = styled('div')`
  z-index: var(--z-dropdown);
  padding: 16px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-lg);
  box-shadow: var(--e-3);
  outline: none;
  ${DROPS}
  &:focus-visible {
    box-shadow: var(--e-3);
  }
`
const Footer = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  margin: 16px -16px -16px;
  padding: 12px 16px;
  border-top: 1px solid var(--line-strong);
  font-variant-numeric: tabular-nums;
`
const SheetHead = styled('p')`
  flex: 1 0 auto;
  display: grid;
  padding-left: 8px;
  font: var(--t-small);
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
  & > b {
    color: var(--text-1);
    font: 600 17px/24px var(--font);
  }
`
const Days = styled('span')`
  flex: 1;
  color: var(--text-3);
  font: var(--t-small);
`

type PickerProps = {
  start: Day | null
  end: Day | null
  /** The first and last day that can be selected. */
  min: Day | null
  max: Day | null
  today: Day
  /** The label of the current range. */
  text: string
  onApply: (start: Day, end: Day) => void
  isDisabled?: DayRule | undefined
  size?: InputSize | undefined
}

/**
 * A button that shows the current range and opens a dialog to select another: a popover with two
 * months, or a bottom sheet with one at 850 px or less. Only Apply changes the range.
 */
export function DateRangePicker(props: PickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  // A new key per opening: it starts with the current range, not with an abandoned draft.
  const [opening, setOpening] = useState(0)
  const setOpen = (next: boolean) => {
    if (next) setOpening((count) => count + 1)
    setIsOpen(next)
  }
  const isMobile = useIsMobile()
  const store = usePopoverStore({ open: isOpen, setOpen, placement: 'bottom-start' })
  const close = () => setOpen(false)
  return (
    <>
      <PopoverDisclosure
        store={store}
        aria-label="Custom range"
        aria-description={props.text}
        render={
          <InputFrame
            as="button"
            $size={props.size ?? 'md'}
            $isInvalid={false}
            $isDisabled={false}
          />
        }
      >
        <Icon of={Calendar} />
        <span className="trunc num">{props.text}</span>
      </PopoverDisclosure>
      {isMobile ? (
        <RangeSheet key={opening} {...props} isOpen={isOpen} onClose={close} />
      ) : (
        <Popover
          store={store}
          modal
          portal
          backdrop={false}
          preventBodyScroll={false}
          unmountOnHide
          gutter={8}
          overflowPadding={8}
          aria-label={TITLE}
          onKeyDown={trapTab}
          render={<Panel />}
          getPersistentElements={() => {
            const toasts = document.getElementById(TOASTS_ID)
            return toasts ? [toasts] : []
          }}
          autoFocusOnShow={(element) => {
            const day = element
              ?.closest('[role=dialog]')
              ?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')
            day?.focus()
            return day === null || day === undefined
          }}
        >
          <RangePanel key={opening} {...props} onClose={close} />
        </Popover>
      )}
    </>
  )
}

function useDraft({ start, end }: PickerProps) {
  return useState<DayRange>({ start, end })
}

/** "Oct 22 – Nov 20, 2025", or the progress of the selection. */
function draftText({ start, end }: DayRange): string {
  if (start === null) return 'Choose the first day'
  if (end === null) return `${formatDateRange(start, start)} – …`
  return formatDateRange(start, end)
}

function daysText({ start, end }: DayRange): string {
  if (start === null || end === null) return ''
  const count = daysBetween(start, end) + 1
  return pluralize(count, 'day')
}

function useApply(props: PickerProps & { onClose: () => void }, draft: DayRange) {
  const { start, end } = draft
  return {
    isReady: start !== null && end !== null,
    apply: () => {
      if (start === null || end === null) return
      props.onApply(start, end)
      props.onClose()
    },
  }
}

function RangePanel(props: PickerProps & { onClose: () => void }) {
  const [draft, setDraft] = useDraft(props)
  const { isReady, apply } = useApply(props, draft)
  return (
    <>
      <RangeCalendar
        range={draft}
        onRange={setDraft}
        bounds={{ min: props.min, max: props.max }}
        isDisabled={props.isDisabled ?? NEVER}
        today={props.today}
        monthCount={2}
        isCompact={false}
      />
      <Footer>
        <span role="status">{draftText(draft)}</span>
        <Days>{daysText(draft)}</Days>
        <Button variant="primary" disabled={!isReady} onClick={apply}>
          Apply
        </Button>
      </Footer>
    </>
  )
}

function RangeSheet(props: PickerProps & { isOpen: boolean; onClose: () => void }) {
  const [draft, setDraft] = useDraft(props)
  const { isReady, apply } = useApply(props, draft)
  return (
    <Dialog
      title={TITLE}
      heading={
        <SheetHead role="status">
          <b>{draftText(draft)}</b> <span>{daysText(draft) || '\u00a0'}</span>
        </SheetHead>
      }
      isOpen={props.isOpen}
      onClose={props.onClose}
      // Closing the picker discards the draft.
      hasChanges={false}
      footer={
        <Button variant="primary" size="lg" disabled={!isReady} onClick={apply}>
          Apply
        </Button>
      }
    >
      <RangeCalendar
        range={draft}
        onRange={setDraft}
        bounds={{ min: props.min, max: props.max }}
        isDisabled={props.isDisabled ?? NEVER}
        today={props.today}
        monthCount={1}
        isCompact
      />
    </Dialog>
  )
}
