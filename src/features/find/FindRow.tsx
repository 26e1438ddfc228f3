import { Fragment, type MouseEvent } from 'react'
import { formatLastUse } from '#src/domain/sale/record-formats.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { CodeStateBadge } from '#src/records/cells/CodeStateBadge.tsx'
import { PurchaseMarks } from '#src/records/cells/PurchaseMarks.tsx'
import { StatusLabel } from '#src/records/cells/StatusLabel.tsx'
import { serverNow } from '#src/state/clock.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { emphasisParts } from './emphasis.ts'
import type { FindOption, OptionFact } from './find-option.ts'
import { KeyCap } from './KeyCap.ts'

const Root = styled('a')`
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr) auto;
  gap: 12px;
  align-items: center;
  min-height: 44px;
  padding: 4px 12px;
  border-radius: var(--r-md);
  color: var(--text-3);
  cursor: pointer;
  scroll-margin: 40px 0 8px;
  &[aria-selected='true'] {
    background: var(--surface-3);
  }
  &[aria-disabled='true'] {
    opacity: 0.5;
    cursor: progress;
  }
  ${MOBILE} {
    min-height: 56px;
  }
  /* Fingers choose by touching: nothing is chosen before. */
  ${MOBILE} and (pointer: coarse) {
    &[aria-selected='true'] {
      background: none;
    }
    &:active {
      background: var(--surface-3);
    }
  }
`
const Words = styled('span')`
  display: grid;
  min-width: 0;
  & > small {
    font: var(--t-small);
    color: var(--text-3);
  }
`
const Title = styled('span')`
  color: var(--text-1);
  & b {
    font-weight: 600;
  }
  &.mono {
    font-size: 13px;
  }
  ${MOBILE} {
    &.mono {
      font-size: 14px;
    }
  }
`
const End = styled('span')`
  display: flex;
  align-items: center;
  gap: 4px 12px;
  min-width: 0;
  max-width: 280px;
  ${MOBILE} {
    flex-direction: column;
    align-items: flex-end;
    max-width: 40vw;
  }
`
const Place = styled('span')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-width: 0;
  max-width: 100%;
  font: var(--t-small);
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  & > .project {
    min-width: 0;
    color: var(--text-2);
  }
  & > :not(.project) {
    flex: none;
  }
  ${MOBILE} {
    & > kbd {
      display: none;
    }
  }
`

/** One option: icon, name, one line of facts; at the right badge, project, time and the Enter key. */
export function FindRow(props: {
  id: string
  option: FindOption
  isChosen: boolean
  /** CSS colours by project name. */
  colours: ReadonlyMap<string, string>
  onChoose: () => void
  onOpen: (isNewTab: boolean) => void
}) {
  const { option, isChosen, colours } = props
  const { target, state, badge, project, at } = option
  const isStale = option.isStale === true
  const click = (event: MouseEvent) => {
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey
    // The browser opens the link in a new tab or window by itself.
    if (!isStale && isModified && 'href' in target) return
    event.preventDefault()
    props.onOpen(false)
  }
  return (
    <Root
      id={props.id}
      role="option"
      aria-selected={isChosen}
      {...(isStale ? { 'aria-disabled': true } : {})}
      // The field keeps the focus.
      tabIndex={-1}
      {...('href' in target ? { href: target.href } : {})}
      draggable={false}
      onMouseDown={(event) => {
        // A middle click still opens a new tab.
        if (event.button === 0) event.preventDefault()
      }}
      // Not "enter": the list scrolls under a resting pointer.
      onMouseMove={() => {
        if (!isChosen && !isStale) props.onChoose()
      }}
      onClick={click}
    >
      <Icon of={option.icon} />
      <Words>
        <OptionTitle option={option} />
        {option.facts.length > 0 && (
          <small className="trunc">
            {option.facts.map((fact, index) => (
              <Fragment key={index}>
                {index > 0 && ', '}
                <FactText fact={fact} />
              </Fragment>
            ))}
          </small>
        )}
      </Words>
      <End>
        {state !== undefined && <CodeStateBadge state={state} />}
        {option.marked !== undefined && <PurchaseMarks purchase={option.marked} />}
        {badge !== undefined && <Badge>{badge}</Badge>}
        <Place>
          {project !== undefined && (
            <span className="project trunc">
              <ProjectName name={project} colours={colours} />
            </span>
          )}
          {at !== undefined && (
            <time dateTime={new Date(at).toISOString()}>
              {formatLastUse(new Date(at).toISOString(), new Date(serverNow()))}
            </time>
          )}
          {isChosen && <KeyCap aria-hidden>↵</KeyCap>}
        </Place>
      </End>
    </Root>
  )
}

function OptionTitle({ option }: { option: FindOption }) {
  const { title, shortTitle, isMono, status, ranges } = option
  if (status !== undefined) return <StatusLabel status={status} />
  const className = `trunc ${isMono === true ? 'mono' : ''}`
  if (shortTitle !== undefined) {
    return (
      <Title className={className} title={title}>
        <span aria-hidden>{shortTitle}</span>
        <span className="sr">{title}</span>
      </Title>
    )
  }
  return (
    <Title className={className} title={title}>
      {emphasisParts(title, ranges).map(({ text, isMarked }, index) =>
        isMarked ? <b key={index}>{text}</b> : <Fragment key={index}>{text}</Fragment>,
      )}
    </Title>
  )
}

function FactText({ fact }: { fact: OptionFact }) {
  if (typeof fact === 'string') return <MaskableText text={fact} />
  return (
    <>
      <MaskableText text={fact.figure} /> {fact.unit}
    </>
  )
}
