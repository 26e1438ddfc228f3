import { Plus } from 'lucide-react'
import { useState } from 'react'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { ListPage } from '#src/records/ListPage.tsx'
import { Fab } from '#src/ui/Fab.tsx'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { codeDrafts, newCodes, type NewCode } from './bonus-code-form.ts'
import { bonusCodeRecord } from './bonus-code-record.tsx'
import { CreateBonusCodeDialog } from './CreateBonusCodeDialog.tsx'
import { DisableDialog } from './DisableDialog.tsx'

/** Bonus codes by status; the page creates and disables them. */
export function BonusCodesPage() {
  const isOnline = useOnline()
  const [creation, setCreation] = useState<{ checked?: PendingWrite<NewCode> } | null>(() =>
    codeDrafts.ids().length > 0 ? {} : null,
  )
  const pending = newCodes.useAll()
  const [disabled, setDisabled] = useState<BonusCode | null>(null)
  return (
    // The floating button would cover the last row's action.
    <div style={{ paddingBottom: 96 }}>
      <ListPage
        record={bonusCodeRecord}
        onAction={setDisabled}
        notice={
          !creation && (
            <PendingWriteNotes writes={pending} onCheck={(checked) => setCreation({ checked })}>
              {({ body }) => (
                <>
                  whether the code <bdi className="mono">{body.code}</bdi> for the{' '}
                  <bdi>{body.project_id}</bdi> token was created
                </>
              )}
            </PendingWriteNotes>
          )
        }
      />
      <Fab
        label="Create bonus code"
        icon={Plus}
        onClick={() => setCreation({})}
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      />
      {creation && <CreateBonusCodeDialog {...creation} onClose={() => setCreation(null)} />}
      {disabled && <DisableDialog code={disabled} onClose={() => setDisabled(null)} />}
    </div>
  )
}
