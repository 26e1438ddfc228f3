import { toUnits } from '#src/domain/money/token-units.ts'
import { mask } from '#src/domain/text/mask.ts'
import { CopyProof } from '#src/records/cells/CopyProof.tsx'
import { useInCards } from '#src/records/list/in-cards.ts'
import { Fact, Facts } from '#src/records/page/Facts.tsx'
import type { Dropped } from '#src/records/record-definition.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import type { Allocation } from '#src/wire/allocations.ts'
import { Owed } from './owed-cells.tsx'

/** The list that wallets are compared with. */
export type ComparedList = Pick<AllocationList, 'id' | 'number' | 'decimals'>

/** What a wallet is owed tokens for, and its exact smallest units and proof in the latest list. */
export function AllocationDetails(props: {
  row: Allocation
  list: ComparedList | null
  dropped: Dropped
}) {
  const { row, list, dropped } = props
  const privacy = usePrivacy()
  const isCard = useInCards()
  return (
    <Facts>
      {isCard ? (
        <>
          <Fact label="Purchased">
            <Owed tokens={row.purchased} isMasked={privacy} />
          </Fact>
          <Fact label="Bonus">
            <Owed tokens={row.bonus} isMasked={privacy} />
          </Fact>
          <Fact label="Credited">
            <Owed tokens={row.credited} isMasked={privacy} />
          </Fact>
        </>
      ) : (
        <>
          {dropped('purchased')}
          {dropped('bonus')}
          {dropped('credited')}
        </>
      )}
      {list === null ? (
        <Fact label="In a list">No list yet</Fact>
      ) : (
        <InList row={row} list={list} isMasked={privacy} />
      )}
    </Facts>
  )
}

function InList(props: { row: Allocation; list: ComparedList; isMasked: boolean }) {
  const { row, list, isMasked } = props
  if (row.listed === null) return <Fact label={`In list ${list.number}`}>Not in it</Fact>
  const units = toUnits(row.listed, list.decimals)
  return (
    <>
      <Fact label={`Smallest units in list ${list.number}`} valueClass="mono">
        <MaskableText text={isMasked ? mask('amount') : units} />
        <CopyButton what="smallest units" value={units} isMasked={isMasked} />
      </Fact>
      <Fact label={`Proof in list ${list.number}`}>
        <CopyProof list={list.id} wallet={row.wallet_address} isMasked={isMasked} />
      </Fact>
    </>
  )
}
