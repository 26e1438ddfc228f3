import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { styled } from '#src/ui/theme.ts'
import { PresetList } from './PresetList.tsx'
import { RANGE_TITLE, useRangeDraft, type RangeProps } from './range-draft.ts'
import { RangeCalendar } from './RangeCalendar.tsx'

const Head = styled('p')`
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

/** The bottom sheet that selects a date range on a phone: presets in a row, and one month. */
export function RangeSheet(props: RangeProps & { isOpen: boolean; onClose: () => void }) {
  const draft = useRangeDraft(props)
  return (
    <Dialog
      title={RANGE_TITLE}
      heading={
        <Head role="status">
          <b>{draft.text}</b> <span>{draft.days || '\u00a0'}</span>
        </Head>
      }
      isOpen={props.isOpen}
      onClose={props.onClose}
      // Closing the picker discards the draft.
      hasChanges={false}
      footer={
        <>
          {draft.clear && (
            <Button variant="ghost" size="lg" onClick={draft.clear}>
              All time
            </Button>
          )}
          <Button variant="primary" size="lg" disabled={!draft.isReady} onClick={draft.apply}>
            Apply
          </Button>
        </>
      }
    >
      <PresetList {...draft.presetList} />
      <RangeCalendar key={draft.calendarKey} {...draft.calendar} monthCount={1} isCompact />
    </Dialog>
  )
}
