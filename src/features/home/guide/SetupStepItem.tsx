import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { resumeStep, skipStep } from '#src/state/setup-guide.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { StepState } from './setup-progress.ts'

const Item = styled('li')`
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr);
  gap: 16px;
  padding: 20px;
  border-top: 1px solid var(--line);
  ${MOBILE} {
    gap: 16px 12px;
    padding: 16px;
  }
`
const Circle = styled('span')<{ $is: StepState['is'] }>`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 1px solid ${(p) => (p.$is === 'present' ? 'var(--ink)' : 'var(--line-hover)')};
  border-radius: 50%;
  font: 600 12px/1 var(--font);
  color: ${(p) => (p.$is === 'present' ? 'var(--text-1)' : 'var(--text-2)')};
  ${(p) =>
    p.$is === 'done'
      ? 'background: var(--ink); border-color: var(--ink); color: var(--on-ink); forced-color-adjust: none;'
      : ''}
`
const Head = styled('div')<{ $isDone: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: 16px;
  min-width: 0;
  & > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & h2 {
    font: var(--t-title);
    line-height: 28px;
    ${(p) => (p.$isDone ? 'color: var(--text-2);' : '')}
  }
  & p {
    color: var(--text-3);
  }
  & p b {
    font-weight: 500;
    color: var(--text-2);
  }
  ${MOBILE} {
    flex-direction: column;
    align-items: stretch;
    gap: 4px;
    & > button,
    & > a {
      align-self: flex-start;
      margin-left: -12px;
    }
  }
`
// On a phone the open step needs the whole width.
const Body = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-column: 2;
  gap: 16px;
  min-width: 0;
  ${MOBILE} {
    grid-column: 1 / -1;
  }
`

export interface StepContent {
  title: string
  /** A sentence about the step, or what was done. */
  text: ReactNode
  /** Where a done step leads. */
  link?: ReactNode
  /** What the present step does. */
  children?: ReactNode
}

/** One step of the guide. Only the present one is open; a done one leads on to its page. */
export function SetupStepItem(
  props: StepContent & {
    state: StepState
    /** From 1. */
    number: number
  },
) {
  const { state, number } = props
  const { step, is } = state
  return (
    <Item {...(is === 'present' ? { 'aria-current': 'step' as const } : {})}>
      <Circle $is={is}>
        {is === 'done' ? (
          <>
            <Icon of={Check} size={14} />
            <span className="sr">Done</span>
          </>
        ) : (
          number
        )}
      </Circle>
      <Head $isDone={is === 'done'}>
        <div>
          <h2>{props.title}</h2>
          <p>{is === 'skipped' ? 'Skipped for now.' : props.text}</p>
        </div>
        {is === 'done' && props.link}
        {is === 'present' && (
          <Button variant="ghost" size="sm" onClick={() => skipStep(step)}>
            Skip for now
          </Button>
        )}
        {is === 'skipped' && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Do it now: ${props.title}`}
            onClick={() => resumeStep(step)}
          >
            Do it now
          </Button>
        )}
      </Head>
      {is === 'present' && props.children !== undefined && <Body>{props.children}</Body>}
    </Item>
  )
}
