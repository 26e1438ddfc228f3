import { useQuery } from '@tanstack/react-query'
import { useFeature } from '#src/api/features.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { allProofsQuery } from './proof-figures.ts'

/** What the chains say of all purchases of some projects, of all times. */
interface Proofs {
  /** Purchases. */
  differs: number
  differs_usd: string
  /** Payments without a purchase. */
  open_payments: number
}

/** Undefined while it is unknown, and where none of these projects has a connected chain. */
export function useProofs(projects: readonly string[]): Proofs | undefined {
  const isKnown = useFeature('chain')
  const { data = {} } = useQuery({
    ...allProofsQuery(projects),
    enabled: isKnown && projects.length > 0,
  })
  const all = Object.values(data)
  if (!all.some(({ is_connected: is }) => is)) return undefined
  return {
    differs: all.reduce((sum, { differs }) => sum + differs, 0),
    differs_usd: addDecimals(...all.map((one) => one.differs_usd)),
    open_payments: all.reduce((sum, one) => sum + one.open_payments, 0),
  }
}
