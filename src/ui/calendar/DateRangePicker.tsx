import { Popover, PopoverDisclosure, usePopoverStore } from '@ariakit/react/popover'
import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { DROPS } from '#src/ui/controls/menu.ts'
import { InputFrame, type InputSize } from '#src/ui/fields/input-frame.ts'
import { trapTab } from '#src/ui/focus/tab-stops.ts'
import { styled } from '#src/ui/theme.ts'
import { TOASTS_ID } from '#src/ui/toasts.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { PresetList } from './PresetList.tsx'
import { RANGE_TITLE, useRangeDraft, type RangeProps } from './range-draft.ts'
import { RangeCalendar } from './RangeCalendar.tsx'
import { RangeSheet } from './RangeSheet.tsx'

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
const Columns = styled('div')`
  display: grid;
  grid-template-columns: 136px auto;
  gap: 16px;
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
const Days = styled('span')`
  flex: 1;
  color: var(--text-3);
  font: var(--t-small);
`

type PickerProps = RangeProps & {
  /** The accessible name of the button: "Custom range" unless given. */
  label?: string | undefined
  /** The label of the current range. */
  text: string
  size?: InputSize | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/**
 * A button that shows the current range and opens a dialog to select another: a popover with two
 * months, or a bottom sheet with one at 850 px or less. Only Apply changes the range.
 */
export function DateRangePicker(props: PickerProps) {
  const { isOpen, onOpen } = props
  // A new key per opening: it starts with the current range, not with an abandoned draft.
  const [opening, setOpening] = useState({ isOpen, count: 0 })
  if (opening.isOpen !== isOpen) setOpening({ isOpen, count: opening.count + (isOpen ? 1 : 0) })
  const isMobile = useIsMobile()
  const store = usePopoverStore({ open: isOpen, setOpen: onOpen, placement: 'bottom-start' })
  const close = () => onOpen(false)
  return (
    <>
      <PopoverDisclosure
        store={store}
        aria-label={props.label ?? 'Custom range'}
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
        <RangeSheet key={opening.count} {...props} onClose={close} />
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
          aria-label={RANGE_TITLE}
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
          <RangePanel key={opening.count} {...props} onClose={close} />
        </Popover>
      )}
    </>
  )
}

function RangePanel(props: RangeProps & { onClose: () => void }) {
  const draft = useRangeDraft(props)
  return (
    <>
      <Columns>
        <PresetList {...draft.presetList} />
        <RangeCalendar
          key={draft.calendarKey}
          {...draft.calendar}
          monthCount={2}
          isCompact={false}
        />
      </Columns>
      <Footer>
        <span role="status">{draft.text}</span>
        <Days>{draft.days}</Days>
        {draft.clear && (
          <Button variant="ghost" onClick={draft.clear}>
            All time
          </Button>
        )}
        <Button variant="primary" disabled={!draft.isReady} onClick={draft.apply}>
          Apply
        </Button>
      </Footer>
    </>
  )
}
