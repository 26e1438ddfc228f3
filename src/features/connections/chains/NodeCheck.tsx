import { Check, X } from 'lucide-react'
import { formatSeconds, formatTime } from '#src/domain/time/format-time.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { ChainCheckStep } from '#src/wire/chains.ts'

const Root = styled('div')`
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  background: var(--bg);
  overflow: clip;
  font-variant-numeric: tabular-nums;
  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 12px;
    padding: 8px 12px;
    font: var(--t-small);
    color: var(--text-3);
  }
`
const Step = styled('li')<{ $isOk: boolean }>`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  min-height: 32px;
  padding: 4px 12px;
  border-top: 1px solid var(--line);
  ${(p) => (p.$isOk ? '' : 'background: var(--negative-tint);')}
  & > svg {
    color: var(${(p) => (p.$isOk ? '--positive' : '--negative')});
  }
  & > small {
    font: var(--t-small);
    color: var(--text-2);
    text-align: end;
  }
  ${MOBILE} {
    grid-template-columns: 16px minmax(0, 1fr);
    & > small {
      grid-column: 2;
      text-align: start;
    }
  }
`

/** The steps in which a node was checked before it was refused. */
export function NodeCheck(props: {
  steps: readonly ChainCheckStep[]
  /** In epoch ms. */
  at: number
}) {
  return (
    <Root role="status" aria-label="Check">
      <div>
        <span>
          Check of the node, {formatTime(props.at)}
          {formatSeconds(props.at, props.at)}
        </span>
        <span>Nothing was saved</span>
      </div>
      <ul>
        {props.steps.map(({ what, ok, detail }) => (
          <Step key={what} $isOk={ok}>
            <Icon of={ok ? Check : X} size={14} />
            <span>{what}</span>
            <span className="sr">{ok ? 'Right' : 'Wrong'}</span>
            <small>{detail}</small>
          </Step>
        ))}
      </ul>
    </Root>
  )
}
