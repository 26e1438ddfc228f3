import type { FigureFormat } from '#src/domain/mask.ts'
import type { RankedItem } from '#src/domain/ranked-rows.ts'
import { MaskableText } from '#src/ui/Mask.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { newCountries } from './new-countries.ts'
import type { Result } from './queries.ts'

/** ", 2 new countries" with their names in a tooltip; nothing if there are none. */
export function NewCountries(props: {
  now: Result<RankedItem>
  before: Result<RankedItem>
  figures: FigureFormat
}) {
  const { now, before, figures } = props
  const names = newCountries(now, before)
  if (names.length === 0) return null
  return (
    <>
      ,{' '}
      <Tooltip text={figures.isMasked ? null : names.join(', ')}>
        <span>
          <MaskableText text={figures.count(names.length)} /> new{' '}
          {names.length === 1 && !figures.isMasked ? 'country' : 'countries'}
        </span>
      </Tooltip>
    </>
  )
}
