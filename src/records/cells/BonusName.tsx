import { formatType } from '#src/domain/sale/record-formats.ts'
import { searchFieldOf } from '#src/domain/sale/search-rules.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import type { BonusTransaction } from '#src/wire/transactions.ts'
import { RecordLink } from './RecordLink.tsx'

/** What a bonus's identifier names: its code, or the other wallet; null for a rank. */
export function identifiedRecord(bonus: BonusTransaction, projectId: string) {
  const { identifier, bonus_code_id: codeId } = bonus
  if (identifier !== null && searchFieldOf(identifier) === 'walletAddress')
    return { kind: 'wallet', projectId } as const
  return codeId === null ? null : ({ kind: 'bonus_code', projectId, id: codeId } as const)
}

/** "Bonus code", "Rank", "Referral", "Referrer bonus". */
export function bonusTitle(type: string): string {
  return type === 'referrer' ? 'Referrer bonus' : formatType(type)
}

/** "Bonus code LAUNCH15" with a link to the code, "Rank Gold", "Referral 0x6bd1f2a0…59c3". */
export function BonusName({ bonus, projectId }: { bonus: BonusTransaction; projectId: string }) {
  const { identifier, type } = bonus
  const record = identifiedRecord(bonus, projectId)
  if (identifier === null || record === null) {
    return (
      <span>
        {bonusTitle(type)} {identifier}
      </span>
    )
  }
  const isWallet = record.kind === 'wallet'
  return (
    <span>
      {bonusTitle(type)}{' '}
      <RecordLink
        kind={record.kind}
        projectId={projectId}
        id={isWallet ? identifier : record.id}
        className="mono"
        {...(isWallet ? { title: identifier, label: identifier } : {})}
      >
        {isWallet ? shortAddress(identifier) : identifier}
      </RecordLink>
    </span>
  )
}
