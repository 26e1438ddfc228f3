import { Plus } from 'lucide-react'
import { useState } from 'react'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { useWithNotesFilter } from '#src/records/filters/notes-filter.ts'
import { ListPage } from '#src/records/list/ListPage.tsx'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import type { ListFilter } from '#src/records/record-definition.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { serverNow } from '#src/state/clock.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Fab } from '#src/ui/controls/Fab.tsx'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { codeDrafts, type BonusCodeForm, type NewCode, newCodes } from './bonus-code-form.ts'
import { bonusCodeRecord } from './bonus-code-record.tsx'
import { TEMPLATE_PARAMS, readTemplate } from './code-template.ts'
import { CreateBonusCodeDialog } from './CreateBonusCodeDialog.tsx'
import { DisableDialog } from './DisableDialog.tsx'

const FILTERS: readonly ListFilter[] = [
  {
    name: 'status',
    label: 'Status',
    isSingle: true,
    allLabel: 'All',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
    ],
    accepts: (value) => value === 'active' || value === 'inactive',
    toQuery: ([value]) => ({ active: value === 'active' }),
  },
]

type Creation = { checked?: PendingWrite<NewCode>; template?: BonusCodeForm | null }

/** The codes without a known outcome: one at most. */
function PendingCodes({ onCheck }: { onCheck: (code: PendingWrite<NewCode>) => void }) {
  return (
    <PendingWriteNotes writes={newCodes.useAll()} onCheck={onCheck}>
      {({ body }) => (
        <>
          whether the code <bdi className="mono">{body.code}</bdi> for the{' '}
          <bdi>{body.project_id}</bdi> token was created
        </>
      )}
    </PendingWriteNotes>
  )
}

/** Bonus codes by status; the page creates and disables them. */
export function BonusCodesPage() {
  const { hasNone } = useProjects()
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const disabledReason = isOnline ? (hasNone ? NO_PROJECT : undefined) : OFFLINE_REFUSAL
  const linked = useLinkedAction('create', disabledReason, TEMPLATE_PARAMS)
  const [params] = useUrlParams()
  const [started, setCreation] = useState<Creation | null>(codeDrafts.ids()[0] ? {} : null)
  const creation =
    started ?? (linked.isOpen ? { template: readTemplate(params, serverNow()) } : null)
  const [disabled, setDisabled] = useState<BonusCode | null>(null)
  const create = () => setCreation({})
  return (
    <>
      <ListPage
        record={bonusCodeRecord}
        filters={useWithNotesFilter(FILTERS)}
        onAction={setDisabled}
        notice={!creation && <PendingCodes onCheck={(checked) => setCreation({ checked })} />}
      />
      {mayWrite && (
        <Fab
          label="Create bonus code"
          icon={Plus}
          onClick={create}
          disabledReason={disabledReason}
        />
      )}
      {creation && (
        <CreateBonusCodeDialog
          {...creation}
          onClose={() => {
            setCreation(null)
            linked.end()
          }}
        />
      )}
      {disabled && <DisableDialog code={disabled} onClose={() => setDisabled(null)} />}
    </>
  )
}
