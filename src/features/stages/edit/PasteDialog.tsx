import { Check, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { readPastedStages, type PastedStage } from '#src/domain/sale/pasted-stages.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import {
  checkedRows,
  pastedTexts,
  replacedRows,
} from '#src/features/stages/edit/form/pasted-rows.ts'
import { newRow, type StageRow } from '#src/features/stages/edit/form/stages-form.ts'
import { filters } from '#src/state/filters.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FootNote } from '#src/ui/dialogs/FootNote.ts'
import { FieldFrame } from '#src/ui/fields/FieldFrame.tsx'
import { LabelledGroup } from '#src/ui/fields/LabelledGroup.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { MAX_STAGES } from '#src/wire/stages.ts'
import { daysText } from './StageItem.tsx'

const Area = styled('textarea')`
  display: block;
  width: 100%;
  min-height: 102px;
  max-height: 240px;
  padding: 10px 12px;
  overflow: auto;
  background: var(--bg);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  color: var(--text-1);
  font: var(--t-field-code);
  white-space: pre;
  tab-size: 13;
  resize: none;
  outline: none;
  field-sizing: content;
  &:focus {
    border-color: var(--focus-ring);
    box-shadow: 0 0 0 1px var(--focus-ring);
  }
  ${MOBILE} {
    max-height: 132px;
    tab-size: 12;
  }
`
const Read = styled('div')`
  overflow: hidden;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
`
const Head = styled('div')`
  display: flex;
  justify-content: space-between;
  gap: 12px;
  padding: 8px 12px;
  font: var(--t-small);
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
`
const Item = styled('li')<{ $isRefused: boolean }>`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  padding: 6px 12px;
  border-top: 1px solid var(--line);
  ${(p) => (p.$isRefused ? 'background: var(--negative-tint);' : '')}
  & > svg {
    color: var(--${(p) => (p.$isRefused ? 'negative' : 'positive')});
  }
  & > small {
    max-width: 320px;
    font: var(--t-small);
    color: var(--${(p) => (p.$isRefused ? 'negative' : 'text-3')});
    text-align: right;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  ${MOBILE} {
    grid-template-columns: 16px minmax(0, 1fr);
    & > small {
      grid-column: 2;
      max-width: none;
      text-align: left;
    }
  }
`

const MODES = [
  { value: 'replace', label: 'Replace them' },
  { value: 'add', label: 'Add below' },
] as const
type Mode = (typeof MODES)[number]['value']

/** Reads the rows of a spreadsheet, and shows each as it was read before it is used. */
export function PasteDialog(props: {
  token: string
  rows: readonly StageRow[]
  /** The rows as they are now. */
  onUse: (rows: readonly StageRow[]) => void
  onClose: () => void
}) {
  const { token, rows } = props
  const { asOf } = useSnapshot(filters)
  const [text, setText] = useState('')
  const [mode, setMode] = useState<Mode>('replace')
  const read = useDeferredValue(text)
  const { pasted, hasHeading } = useMemo(() => {
    const found = readPastedStages(read, { zone: deviceZone(), token })
    return { pasted: checkedRows(found.rows), hasHeading: found.hasHeading }
  }, [read, token])
  const refused = pasted.filter(({ error }) => error !== null).length
  const isReplacing = rows.length === 0 || mode === 'replace'
  const total = pasted.length + (isReplacing ? 0 : rows.length)
  const tooMany = total > MAX_STAGES
  const use = () => {
    const texts = pasted.map(pastedTexts)
    props.onUse(isReplacing ? replacedRows(rows, texts) : [...rows, ...texts.map(newRow)])
  }
  return (
    <Dialog
      title="Paste rows"
      width={640}
      isOpen
      onClose={props.onClose}
      hasChanges={text.trim() !== ''}
      footer={
        <>
          <FootNote>Nothing is saved yet.</FootNote>
          <Button variant="ghost" size="lg" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            size="lg"
            disabled={pasted.length === 0 || refused > 0 || tooMany || read !== text}
            onClick={use}
          >
            {pasted.length === 0 ? 'Use rows' : `Use ${pluralize(pasted.length, 'row')}`}
          </Button>
        </>
      }
    >
      <p>
        Copy the rows in your spreadsheet: name, price, supply, start, end. A first row with
        headings is recognised.
      </p>
      <FieldFrame
        label="Rows"
        error={tooMany ? `A plan has at most ${MAX_STAGES} stages.` : undefined}
      >
        {(control) => (
          <Area
            id={control.id}
            aria-invalid={control.isInvalid}
            {...(control.describedBy ? { 'aria-describedby': control.describedBy } : {})}
            autoComplete="off"
            spellCheck={false}
            rows={5}
            wrap="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FieldFrame>
      {pasted.length > 0 && (
        <Read role="status" aria-label="Rows read">
          <Head>
            <span>
              {pluralize(pasted.length, 'row')} read
              {refused > 0 && `, ${refused} with an error`}
            </span>
            {hasHeading && <span>1 heading left out</span>}
          </Head>
          <ul>
            {pasted.map((row, at) => (
              // Pasted rows have no names of their own: two may be the same.
              <ReadRow key={at} row={row} now={new Date(asOf)} />
            ))}
          </ul>
        </Read>
      )}
      {rows.length > 0 && (
        <LabelledGroup
          label={`What to do with the ${rows.length === 1 ? 'one stage' : `${rows.length} stages`} there`}
        >
          <div>
            <Segmented label="Mode" size="md" options={MODES} value={mode} onChange={setMode} />
          </div>
        </LabelledGroup>
      )}
    </Dialog>
  )
}

function ReadRow({ row, now }: { row: PastedStage; now: Date }) {
  const { name, price, supply, starts, ends, note, error } = row
  const parts = [
    name,
    price === null ? null : `$${formatDecimal(price, 0)}`,
    supply === null ? null : formatDecimal(supply, 0),
  ]
  return (
    <Item $isRefused={error !== null}>
      <Icon of={error === null ? Check : X} size={14} />
      <span className="trunc">
        <span className="sr">{error === null ? 'Read: ' : 'Refused: '}</span>
        {parts.filter(Boolean).join(', ')}
      </span>
      <small>{error ?? note ?? daysText(starts, ends, now)}</small>
    </Item>
  )
}
