import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { figureFormat, mask } from '#src/domain/text/mask.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import { owedText } from '#src/features/allocations/owed-text.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import type { ChainSummary } from '#src/wire/chain-payments.ts'

/** Something that can still change what is owed. */
export interface FreezeWarning {
  is: 'pending' | 'recent' | 'approvals' | 'differs'
  text: string
  /** What its link says. */
  link: 'Show it' | 'Show them'
}

/** A sale whose last purchase is older than this, in ms, does not move any more. */
const RECENT_MS = 86_400_000

/**
 * What can still change the list of a project, a line each; none when nothing can.
 * @param now in ms
 * @param proofs what the chains say of its purchases; those that differ are in the list until their
 * status changes
 */
export function freezeWarnings(
  { project_id: project, open }: Pick<AllocationSummary, 'project_id' | 'open'>,
  now: number,
  isMasked: boolean,
  proofs?: Pick<ChainSummary, 'differs' | 'differs_usd'>,
): FreezeWarning[] {
  const count = figureFormat(isMasked).count
  const warnings: FreezeWarning[] = []
  if (open.purchases > 0) {
    const isOne = open.purchases === 1
    const known = isZeroDecimal(open.tokens)
      ? ''
      : `, ${owedText(open.tokens, isMasked)} ${project} where known`
    warnings.push({
      is: 'pending',
      text: `${count(open.purchases)} ${isOne ? 'purchase is' : 'purchases are'} pending${known}`,
      link: isOne ? 'Show it' : 'Show them',
    })
  }
  const age = open.last_purchase_at === null ? Infinity : now - Date.parse(open.last_purchase_at)
  if (age < RECENT_MS)
    warnings.push({
      is: 'recent',
      text: `The last purchase was ${formatDuration(age)} ago`,
      link: 'Show it',
    })
  if (open.approvals > 0) {
    const isOne = open.approvals === 1
    const tokens = `${owedText(open.approval_tokens, isMasked)} ${project}`
    warnings.push({
      is: 'approvals',
      text: `${count(open.approvals)} ${isOne ? 'credit' : 'credits'} of ${tokens} ${isOne ? 'waits' : 'wait'} for approval`,
      link: isOne ? 'Show it' : 'Show them',
    })
  }
  if (proofs && proofs.differs > 0) {
    const isOne = proofs.differs === 1
    const usd = isMasked ? mask('amount') : `$${formatDecimal(proofs.differs_usd, 2, 2)}`
    warnings.push({
      is: 'differs',
      text: `${count(proofs.differs)} ${isOne && !isMasked ? 'purchase differs' : 'purchases differ'} from the chain, ${usd}`,
      link: isOne ? 'Show it' : 'Show them',
    })
  }
  return warnings
}
