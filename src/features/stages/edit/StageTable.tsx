import { CircleAlert, Plus } from 'lucide-react'
import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { mask } from '#src/domain/text/mask.ts'
import { deviceZone, formatOffset, offsetMinutes } from '#src/domain/time/zone.ts'
import { rowHint } from '#src/features/stages/edit/form/row-hint.ts'
import { editedFields, planTotals } from '#src/features/stages/edit/form/stage-changes.ts'
import { planErrors } from '#src/features/stages/edit/form/stage-errors.ts'
import {
  FIELD_LABELS,
  newRow,
  rowName,
  savedStages,
  STAGE_FIELDS,
  type StageRow,
} from '#src/features/stages/edit/form/stages-form.ts'
import type { StagesFormState } from '#src/features/stages/edit/form/use-stages-form.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { FieldError } from '#src/ui/fields/FieldFrame.tsx'
import { PanelBox, PanelHead } from '#src/ui/lists/Panel.tsx'
import { SortableList } from '#src/ui/lists/SortableList.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { StageFigures, StagePlan } from '#src/wire/stages.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { HeadRow, PhoneRow, Row, Table } from './stage-row-frame.ts'
import { StageDialog } from './StageDialog.tsx'
import { StageFields } from './StageFields.tsx'
import { StageItem } from './StageItem.tsx'

const Foot = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  padding: 10px 20px 10px 12px;
  border-top: 1px solid var(--line);
  & > .totals {
    margin-left: auto;
    font: var(--t-small);
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  ${MOBILE} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px;
    padding: 12px 16px;
    & > .totals {
      grid-column: 1 / -1;
      margin: 0;
    }
  }
`
const Empty = styled('p')`
  padding: 16px 20px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
`

const framePhone = (items: ReactNode) => (
  <div role="table" aria-label="Stages">
    {items}
  </div>
)
const frameTable = (items: ReactNode) => (
  <div role="table" aria-label="Stages">
    <HeadRow role="row">
      <span role="columnheader">
        <span className="sr">Move</span>
      </span>
      {STAGE_FIELDS.map((field) => (
        <span key={field} role="columnheader">
          {FIELD_LABELS[field]}
        </span>
      ))}
      <span role="columnheader">
        <span className="sr">Remove</span>
      </span>
    </HeadRow>
    {items}
  </div>
)

/** The stages of a plan as they are edited: a table of fields, on phones a list of what opens them. */
export function StageTable(props: {
  projectId: string
  base: StagePlan
  form: StagesFormState
  /** What the saved stages have sold, while that is known. */
  figures: readonly StageFigures[] | undefined
  /** Beside Add stage. */
  tools: ReactNode
}) {
  const { projectId, base, form } = props
  const { stages } = form.values
  const privacy = usePrivacy()
  const isMobile = useIsMobile()
  const titleId = useId()
  const box = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<{ row: StageRow; isNew: boolean } | null>(null)
  const [removing, setRemoving] = useState<StageRow | null>(null)
  const saved = useMemo(() => savedStages(base), [base])
  const sold = useMemo(() => new Map(props.figures?.map((one) => [one.id, one])), [props.figures])
  const purchasesOf = ({ id }: StageRow) => (id === null ? undefined : sold.get(id)?.purchases)
  const { setRows } = form
  const remove = (key: string) => {
    setRows((rows) => rows.filter((row) => row.key !== key))
    setOpened(null)
    setRemoving(null)
    // The focused button is gone.
    setTimeout(() => box.current?.querySelector<HTMLElement>('.add')?.focus())
  }
  const latest = useRef({ stages, remove, purchasesOf })
  useLayoutEffect(() => {
    latest.current = { stages, remove, purchasesOf }
  })
  const startRemoval = useCallback((key: string) => {
    const now = latest.current
    const row = now.stages.find((one) => one.key === key)
    if (row === undefined) return
    if (row.id === null || now.purchasesOf(row) === 0) now.remove(key)
    else setRemoving(row)
  }, [])
  const add = () => {
    const row = newRow()
    if (isMobile) return setOpened({ row, isNew: true })
    setRows((rows) => [...rows, row])
    setTimeout(() =>
      box.current
        ?.querySelector<HTMLElement>(
          '[role=row]:last-child .name input, [role=table] div:last-child > [role=row] .name input',
        )
        ?.focus(),
    )
  }
  const totals = planTotals(stages)
  const zone = deviceZone()
  const removed =
    removing === null
      ? ''
      : rowName(
          removing,
          stages.findIndex(({ key }) => key === removing.key),
        )
  return (
    <PanelBox ref={box} aria-labelledby={titleId}>
      <PanelHead style={{ minHeight: 52 }}>
        <h2 id={titleId}>Stages</h2>
        <span>
          {isMobile
            ? 'Drag the handle.'
            : `Drag the handle, or use the arrow keys. Times in ${zone} (UTC${formatOffset(offsetMinutes(form.now.getTime(), zone))}).`}
        </span>
      </PanelHead>
      <Table>
        <SortableList
          items={stages}
          keyOf={(row) => row.key}
          nameOf={(row) => rowName(row, stages.indexOf(row))}
          onReorder={(rows) => setRows(() => rows)}
          frame={isMobile ? framePhone : frameTable}
          renderItem={(row, handle, at) => {
            const shown = {
              row,
              name: rowName(row, at),
              errors: form.errorsOf(row.key),
              edited: form.changes.rows.get(row.key) ?? [],
              hint: rowHint(row, stages, saved.get(row.id ?? ''), purchasesOf(row) ?? 0, privacy),
            }
            return isMobile ? (
              <PhoneRow role="row">
                <div role="cell" className="move">
                  {handle}
                </div>
                <div role="cell">
                  <StageItem {...shown} onOpen={() => setOpened({ row, isNew: false })} />
                </div>
              </PhoneRow>
            ) : (
              <Row role="row">
                <div role="cell" className="move">
                  {handle}
                </div>
                <StageFields
                  {...shown}
                  onEdit={form.edit}
                  onLeave={form.leave}
                  onAlso={form.renameOthers}
                  onRemove={startRemoval}
                />
              </Row>
            )
          }}
        />
      </Table>
      {stages.length === 0 && (
        <Empty>
          No stages yet. Add one, paste rows of a spreadsheet, or copy those of a project.
        </Empty>
      )}
      <Foot>
        {form.planError !== undefined && (
          <FieldError role="alert" style={{ flexBasis: '100%', gridColumn: '1 / -1' }}>
            <Icon of={CircleAlert} size={14} />
            <span>{form.planError}</span>
          </FieldError>
        )}
        <Button
          className="add"
          variant={isMobile ? 'secondary' : 'ghost'}
          size="sm"
          icon={Plus}
          onClick={add}
        >
          Add stage
        </Button>
        {props.tools}
        {totals && (
          <span className="totals">
            All sold: {totals.tokens} {projectId} for{' '}
            <Figure text={privacy ? mask('amount') : `$${totals.usd}`} isWrapped />
          </span>
        )}
      </Foot>
      {opened !== null && (
        <StageDialog
          key={opened.row.key}
          row={opened.row}
          isNew={opened.isNew}
          title={
            opened.isNew
              ? 'New stage'
              : rowName(
                  opened.row,
                  stages.findIndex(({ key }) => key === opened.row.key),
                )
          }
          errorsOf={(row) =>
            planErrors(
              {
                ...form.values,
                stages: opened.isNew
                  ? [...stages, row]
                  : stages.map((one) => (one.key === row.key ? row : one)),
              },
              base,
              form.now,
            ).rows.get(row.key) ?? []
          }
          editedOf={(row) => editedFields(row, saved.get(row.id ?? ''))}
          onDone={(row) => {
            setRows((rows) =>
              opened.isNew ? [...rows, row] : rows.map((one) => (one.key === row.key ? row : one)),
            )
            form.showErrorsOf([row])
            setOpened(null)
          }}
          onRemove={() => startRemoval(opened.row.key)}
          onClose={() => setOpened(null)}
        />
      )}
      <RemoveDialog
        name={removed}
        isOpen={removing !== null}
        purchases={removing === null ? undefined : purchasesOf(removing)}
        isMasked={privacy}
        onConfirm={() => removing && remove(removing.key)}
        onClose={() => setRemoving(null)}
      />
    </PanelBox>
  )
}
