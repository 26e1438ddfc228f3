import { CloudOff, LoaderCircle } from 'lucide-react'
import { useFreshness } from '#src/api/freshness.ts'
import { useOnline } from '#src/api/use-online.ts'
import { formatAge } from '#src/domain/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('span')<{ $isSaved: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 16px;
  font: var(--t-small);
  color: ${(p) => (p.$isSaved ? 'var(--warning)' : 'var(--text-3)')};
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    padding-right: 12px;
  }
`

/**
 * How old the page's figures are: "As of 14:32", or in amber "Saved at 14:32". It stays while others
 * are on their way, however long that takes; "Updating" stands alone while there are none.
 */
export function AsOf() {
  const { at, isUpdating } = useFreshness()
  const isOnline = useOnline()
  const isSaved = !isOnline && at !== null
  return (
    <Root $isSaved={isSaved}>
      {isSaved && <Icon of={CloudOff} size={14} />}
      {isSaved && `Saved at ${formatAge(at)}`}
      {isOnline && isUpdating && <Icon of={LoaderCircle} size={14} className="spin" />}
      {isOnline && isUpdating && <span className={at === null ? '' : 'sr'}>Updating</span>}
      {isOnline && at !== null && `As of ${formatAge(at)}`}
    </Root>
  )
}
