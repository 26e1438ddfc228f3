import { formatCount } from '#src/domain/money/money.ts'
import { formatRecent } from '#src/domain/sale/record-formats.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { capitalize, uncapitalize } from '#src/domain/text/text.ts'
import type { BadgeTone } from '#src/ui/text/Badge.tsx'
import type { AllocationList, AllocationListState } from '#src/wire/allocation-lists.ts'

export const STATE_TONES: Readonly<Record<AllocationListState, BadgeTone>> = {
  building: 'info',
  ready: 'positive',
  failed: 'negative',
  withdrawn: 'line',
}

/** "Ready" */
export const stateText = (state: AllocationListState) => capitalize(state)

/** "6,412 wallets"; with blocks instead of the figure in privacy mode. */
export function walletsText(count: number, isMasked: boolean): string {
  return `${figureFormat(isMasked).count(count)} ${count === 1 && !isMasked ? 'wallet' : 'wallets'}`
}

/** "4,210 of 6,412 wallets"; before the snapshot is taken nobody knows how many there are. */
export function builtText({ built_rows: built, wallets }: AllocationList, isMasked: boolean) {
  if (wallets === null) return 'Taking the snapshot'
  if (isMasked) return `${figureFormat(true).count(built)} of ${walletsText(wallets, true)}`
  return `${formatCount(built)} of ${walletsText(wallets, false)}`
}

/** From 0 to 1; null before the snapshot is taken. */
export const builtPart = ({ built_rows: built, wallets }: AllocationList) =>
  wallets === null ? null : wallets === 0 ? 1 : built / wallets

/** "Not built: the server stopped. Nothing was kept." */
export function failureText({ failure }: AllocationList): string {
  return failure === null ? 'Not built.' : `Not built: ${uncapitalize(failure)}`
}

/** When and by whom a list was withdrawn, around the person: "Withdrawn on Nov 12, 11:05 by", "maya@…", ": two refunds were missing." */
export function withdrawnParts(list: AllocationList, now: Date) {
  const { withdrawn_at: at, withdrawn_by: by, withdrawn_reason: reason } = list
  return {
    start: at === null ? 'Withdrawn by' : `Withdrawn on ${formatRecent(at, now)} by`,
    by: by ?? 'an operator',
    end: reason === null ? '.' : `: ${sentenceEnd(reason)}`,
  }
}

const sentenceEnd = (reason: string) => reason.trim().replace(/([^.!?…])$/, '$1.')
