import type { Recognised } from '#src/domain/sale/recognise-search.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { KeyCap } from './KeyCap.ts'

const Root = styled('div')`
  display: flex;
  gap: 16px;
  align-items: center;
  flex: none;
  height: 40px;
  padding: 0 20px;
  border-top: 1px solid var(--line-strong);
  color: var(--text-3);
  font: var(--t-small);
  background: var(--surface-2);
  white-space: nowrap;
  & > span {
    display: inline-flex;
    gap: 6px;
    align-items: center;
  }
  & > :last-child {
    margin-left: auto;
    min-width: 0;
  }
  ${MOBILE} {
    padding: 0 16px;
    & > :last-child {
      margin-left: 0;
    }
  }
`
const NOTES: Record<Recognised['is'], string> = {
  nothing: '',
  text: 'All projects',
  address: 'Recognised as an address',
  hash: 'Recognised as a hash',
}
const WITHOUT_SERVER = 'pages, actions and saved records'
const OFFLINE = `Offline: ${WITHOUT_SERVER}`
const OLDER_SERVER = `Only ${WITHOUT_SERVER}`

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)

/** The keys, and where is searched. A phone has no keys: it shows the foot only while offline. */
export function FindFoot(props: {
  is: Recognised['is']
  isOnline: boolean
  /** The server searches records. */
  hasServer: boolean
}) {
  const { is, isOnline, hasServer } = props
  const isMobile = useIsMobile()
  if (isMobile && isOnline) return null
  const note = is === 'text' && !hasServer ? OLDER_SERVER : NOTES[is]
  return (
    <Root>
      {!isMobile && (
        <>
          <span>
            <KeyCap>↑</KeyCap>
            <KeyCap>↓</KeyCap>
            Choose
          </span>
          <span>
            <KeyCap>↵</KeyCap>
            Open
          </span>
          <span>
            <KeyCap>{isApple() ? '⌘ ↵' : 'Ctrl ↵'}</KeyCap>
            New tab
          </span>
        </>
      )}
      <span className="trunc">{isOnline ? note : OFFLINE}</span>
    </Root>
  )
}
