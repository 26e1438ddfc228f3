import { useState } from 'react'
import { isSameWallet, type WalletName } from '#src/records/wallet-queries.ts'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { correctedRecord } from './corrected-record.ts'
import { CORRECTION_TEXTS } from './correction-texts.ts'
import { corrections, correctionTarget, subjectOf, type Correction } from './correction.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'

/** The corrections without a known outcome, of one wallet's records or of all, and how to check them. */
export function PendingCorrections({ wallet }: { wallet?: WalletName }) {
  const [checked, setChecked] = useState<PendingWrite<Correction>>()
  const open = checked && correctionTarget(checked.what)
  const pending = corrections
    .useAll()
    .filter(
      ({ what }) => correctionTarget(what) !== open && (!wallet || isSameWallet(wallet, what)),
    )
  return (
    <>
      <PendingWriteNotes writes={pending} onCheck={setChecked}>
        {(what) => (
          <>
            whether {CORRECTION_TEXTS[what.kind].what}: {correctedRecord(what)}
          </>
        )}
      </PendingWriteNotes>
      {checked && (
        <CorrectionDialog
          key={open}
          subject={subjectOf(checked.what)}
          checked={checked}
          onClose={() => setChecked(undefined)}
        />
      )}
    </>
  )
}
