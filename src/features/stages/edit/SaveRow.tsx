import { useRef } from 'react'
import { Link } from 'wouter'
import { pluralize } from '#src/domain/text/text.ts'
import { projectHref } from '#src/records/page-hrefs.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { Dot } from './StageInput.tsx'

/** At the window's foot while its own place is below; on a phone always there. */
const Root = styled('div')`
  position: sticky;
  bottom: 0;
  z-index: 10;
  display: flex;
  align-items: center;
  gap: 8px;
  margin: 0 calc(-1 * var(--page-r)) 0 calc(-1 * var(--page-l));
  padding: 12px var(--page-r) calc(12px + var(--safe-b)) var(--page-l);
  background: var(--bg);
  & > .next {
    flex: 1;
    margin-left: 8px;
    color: var(--text-3);
  }
  && button {
    scroll-margin-bottom: -80px;
  }
  ${MOBILE} {
    position: fixed;
    inset: auto 0 0;
    z-index: 30;
    justify-content: space-between;
    gap: 12px;
    margin: 0;
    padding-right: calc(16px + var(--safe-r));
    padding-left: calc(16px + var(--safe-l));
    background: var(--surface-1);
    border-top: 1px solid var(--line-strong);
    & > .next,
    & > .cancel {
      display: none;
    }
  }
`
const Count = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`

/** How many changes there are, and the buttons that save or leave them. */
export function SaveRow(props: {
  projectId: string
  count: number
  isBusy: boolean
  /** Why they can't be saved. */
  disabledReason: string | undefined
  onSave: () => void
}) {
  const { count } = props
  const isOnline = useOnline()
  const back = useRef<HTMLAnchorElement>(null)
  return (
    <Root>
      <Count role="status" className="small">
        {count > 0 && <Dot />}
        {count === 0 ? 'No changes' : pluralize(count, 'change')}
      </Count>
      <span className="small next">{count > 0 && 'Next, you confirm that it is you.'}</span>
      {/* A page with unsaved input asks before a link leaves it. */}
      <Link ref={back} href={projectHref('/stages', props.projectId)} hidden>
        Stages
      </Link>
      <Button
        className="cancel"
        variant="ghost"
        size="lg"
        disabled={props.isBusy}
        onClick={() => back.current?.click()}
      >
        Cancel
      </Button>
      <Button
        className="save"
        variant="primary"
        size="lg"
        disabled={count === 0}
        isBusy={props.isBusy}
        busyLabel="Saving"
        disabledReason={isOnline ? props.disabledReason : OFFLINE_REFUSAL}
        onClick={props.onSave}
      >
        Save stages
      </Button>
    </Root>
  )
}
