import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useSearchParams } from 'wouter'
import { useProjects } from '#src/api/projects.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { usePagedList } from '#src/records/use-paged-list.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { filters } from '#src/state/filters.ts'
import { Fab } from '#src/ui/Fab.tsx'
import { ListNote } from '#src/records/ListNote.tsx'
import { ListToolbar } from '#src/records/ListToolbar.ts'
import { RecordList, type Expansion } from '#src/records/RecordList.tsx'
import { Segmented } from '#src/ui/Segmented.tsx'
import { styled } from '#src/ui/theme.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { CODE_CARDS_BELOW_PX, CodeDetails, codeCard, codeCells, codeColumns } from './code-row.tsx'
import { OpenCode } from './OpenCode.tsx'
import { CreateBonusCodeDialog } from './CreateBonusCodeDialog.tsx'
import { DisableDialog } from './DisableDialog.tsx'
import { codeDrafts, DIALOG, type NewCode } from './new-code.ts'
import { bonusCodeList } from './queries.ts'

/** Room for the floating button, which would else hide the last row's action. */
const Room = styled('div')`
  padding-bottom: 96px;
`

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const
type Status = (typeof STATUSES)[number]['value']

const DETAILS: Expansion<BonusCode> = {
  column: 'open',
  showLabel: 'Show details',
  hideLabel: 'Hide details',
  render: (code, dropped) => <CodeDetails code={code} dropped={dropped} />,
}

/** Bonus codes, newest first, by whether they can be used. */
export function BonusCodesPage() {
  const client = useQueryClient()
  const isOnline = useOnline()
  const { colours, selected } = useProjects()
  const { privacy, asOf } = useSnapshot(filters)
  const [params, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(() => codeDrafts.read(DIALOG).code !== undefined)
  const [checked, setChecked] = useState<PendingWrite<NewCode>>()
  const [disabled, setDisabled] = useState<BonusCode | null>(null)
  const status = STATUSES.find(({ value }) => value === params.get('status'))?.value ?? 'all'
  const list = usePagedList(bonusCodeList, status === 'all' ? {} : { active: status === 'active' })
  const look = useMemo(
    () => ({ colours, privacy, now: new Date(asOf), onDisable: setDisabled }),
    [colours, privacy, asOf],
  )

  const choose = (next: Status) => {
    // An earlier visit's pages are no answer to a new choice.
    void client.resetQueries({ queryKey: [bonusCodeList.resource], type: 'inactive' })
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (next === 'all') after.delete('status')
      else after.set('status', next)
      return after
    })
    scrollTo(0, 0)
  }

  return (
    <Room>
      <ListNote projects={selected.length} />
      <ListToolbar>
        <Segmented label="Status" options={STATUSES} value={status} onChange={choose} size="md" />
      </ListToolbar>
      {!isCreating && (
        <OpenCode
          onCheck={(code) => {
            setChecked(code)
            setCreating(true)
          }}
        />
      )}
      <RecordList
        label="Bonus codes"
        columns={codeColumns}
        cardsBelow={CODE_CARDS_BELOW_PX}
        source={list}
        keyOf={bonusCodeList.idOf}
        cells={codeCells}
        card={codeCard}
        look={look}
        expansion={DETAILS}
        isSearch={false}
        empty={{ title: 'No bonus codes found' }}
        placeKey={`bonus-codes ${list.key}`}
      />
      <Fab
        label="Create bonus code"
        icon={Plus}
        onClick={() => setCreating(true)}
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      />
      {isCreating && (
        <CreateBonusCodeDialog
          checked={checked}
          onClose={() => {
            setCreating(false)
            setChecked(undefined)
          }}
        />
      )}
      {disabled && <DisableDialog code={disabled} onClose={() => setDisabled(null)} />}
    </Room>
  )
}
