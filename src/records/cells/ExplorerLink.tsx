import { ExternalLink } from 'lucide-react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('a')`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 24px;
  height: 24px;
  border-radius: var(--r-sm);
  color: var(--text-3);
  &:hover {
    background: var(--surface-3);
    color: var(--text-1);
  }
  ${MOBILE} {
    width: 44px;
    height: 44px;
    margin: -10px -14px -10px -6px;
    border-radius: var(--r-md);
  }
`

/** Opens a hash or an address in the explorer of its chain, outside of the app. Nothing without a page there. */
export function ExplorerLink(props: {
  url: string | null | undefined
  value: string
  /** Where one of several explorers is meant. */
  host?: string | undefined
  /** Names the link, instead of the whole value. */
  label?: string | undefined
}) {
  const { url, value, host } = props
  // Anything else than a web page could run here.
  if (url == null || !/^https?:\/\//i.test(url)) return null
  const place = host === undefined ? 'in the explorer' : `at ${host}`
  const label = props.label ?? `Open ${value} ${place}`
  return (
    <Root href={url} target="_blank" rel="noopener noreferrer" aria-label={label} title={label}>
      <Icon of={ExternalLink} size={14} />
    </Root>
  )
}
