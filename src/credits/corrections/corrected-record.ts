import { formatId } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { creditHref, transactionHref, walletHref } from '#src/records/record-hrefs.ts'
import type { CorrectionSubject } from './correction.ts'

/** The record of a correction: "transaction 48,197", "credit 918", "0x1234abcd…90ef". */
export function correctedRecord({ kind, id }: Pick<CorrectionSubject, 'kind' | 'id'>): string {
  if (kind === 'successor') return shortAddress(id)
  return `${kind === 'reverse' ? 'credit' : 'transaction'} ${formatId(id)}`
}

/** The action of a link that opens the dialog of one correction. */
export const correctionAction = ({ kind, id }: CorrectionSubject) => `${kind}-${id}`

/** The page of the record, with the dialog open. */
export function correctionHref(subject: CorrectionSubject): string {
  const { kind, project_id: project, id } = subject
  const page =
    kind === 'successor'
      ? walletHref(project, id)
      : kind === 'reverse'
        ? creditHref(project, id)
        : transactionHref(project, id)
  return `${page}${page.includes('?') ? '&' : '?'}action=${encodeURIComponent(correctionAction(subject))}`
}
