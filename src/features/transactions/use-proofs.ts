import { useQuery } from '@tanstack/react-query'
import { useFeature } from '#src/api/features.ts'
import { useProjects } from '#src/api/projects.ts'
import { addSummaries, allProofsQuery } from '#src/figures/proof-figures.ts'
import type { ChainSummary } from '#src/wire/chain-payments.ts'

/** What the chains say of all purchases of the selected projects; undefined without a connected chain. */
export function useProofs(): ChainSummary | undefined {
  const { selected } = useProjects()
  const isKnown = useFeature('chain')
  const { data } = useQuery({
    ...allProofsQuery(selected),
    enabled: isKnown && selected.length > 0,
    // Keeps the filter while the figures of other projects load.
    placeholderData: (before) => before,
  })
  const sum = data && addSummaries(data)
  return sum?.is_connected ? sum : undefined
}
