import { Eye } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import { dismissReaderNotice, readerNotice } from '#src/state/reader-notice.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'

const Line = styled('p')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 28px;
  padding: 0 8px;
  font: var(--t-small);
  color: var(--text-3);
  ${MOBILE} {
    min-height: 40px;
  }
`

const Above = styled('div')`
  margin: 0 0 16px;
  ${MOBILE} {
    margin: 0 0 12px;
  }
  ${PRINT} {
    display: none;
  }
`

/**
 * Why people who only look see no buttons that change something: above the page once per device, and always
 * as a line at the foot of the sidebar.
 */
export function Reader({ isLine }: { isLine?: true }) {
  const { isRead } = useSnapshot(readerNotice)
  if (isLine) {
    return (
      <Line>
        <Icon of={Eye} size={14} />
        {READ_ONLY}
      </Line>
    )
  }
  if (isRead) return null
  return (
    <Above>
      <Notice
        label={READ_ONLY}
        icon={Eye}
        tone="plain"
        action={
          <Button size="sm" onClick={dismissReaderNotice}>
            Got it
          </Button>
        }
      >
        <b>{READ_ONLY}.</b> An admin set this for your account. Search and downloads work as before.
      </Notice>
    </Above>
  )
}
