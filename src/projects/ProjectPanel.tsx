import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MiddleText, WholeName } from '#src/ui/text/MiddleText.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled(Surface)`
  margin-bottom: 12px;
`
const Head = styled('header')<{ $isOpen: boolean; $isSticky: boolean; $hasTools: boolean }>`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: ${(p) => (p.$isOpen ? 64 : 56)}px;
  padding: 0 16px 0 24px;
  border-radius: var(--r-lg) var(--r-lg) ${(p) => (p.$isOpen ? '0 0' : 'var(--r-lg) var(--r-lg)')};
  ${(p) => (p.$isOpen ? 'border-bottom: 1px solid var(--line);' : '')}
  ${(p) =>
    p.$isOpen && p.$isSticky
      ? 'position: sticky; top: var(--bar-h); z-index: 5; background: var(--surface-1);'
      : ''}
  ${MOBILE} {
    flex-wrap: wrap;
    gap: 0 12px;
    min-height: 56px;
    padding: ${(p) => (p.$hasTools ? '6px' : '0')} 4px ${(p) => (p.$hasTools ? '10px' : '0')} 16px;
  }
`
const Name = styled('h2')`
  flex: 1;
  min-width: 0;
  font: var(--t-h2);
  letter-spacing: -0.01em;
`
const Tools = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  ${MOBILE} {
    order: 3;
    flex-basis: 100%;
    justify-content: flex-end;
    flex-wrap: wrap;
    padding-right: 12px;
  }
`
const Edited = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  font: var(--t-small);
  color: var(--text-2);
  &::before {
    content: '';
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--accent);
  }
`
const Unedited = styled('span')`
  font: var(--t-small);
  color: var(--text-3);
`

/** Below the content of a card; nothing while it is empty. */
export const PanelFoot = styled('div')`
  padding: 16px 24px 24px;
  border-top: 1px solid var(--line);
  &:empty {
    display: none;
  }
  ${MOBILE} {
    padding: 16px;
  }
`

/** The number of unsaved changes ("3 fields edited"); `none` if there are none. */
export function EditedMark(props: { text: string | null; none?: string | undefined }) {
  if (props.text !== null) return <Edited role="status">{props.text}</Edited>
  return props.none === undefined ? null : <Unedited>{props.none}</Unedited>
}

/** A collapsible card of one project. It is a region with the project's name. */
export function ProjectPanel(props: {
  name: string
  colour: string
  /** Whether an earlier project has the same colour. */
  isHatched: boolean
  isOpen: boolean
  onToggle: () => void
  /** At the end of the header: the unsaved changes and the save button. */
  tools?: ReactNode
  /** Keeps the header in view while the card is. */
  isSticky?: boolean | undefined
  children: ReactNode
}) {
  const { name, isOpen } = props
  const id = useId()
  const hasTools = props.tools !== undefined && props.tools !== null
  return (
    <Root aria-labelledby={`${id}-name`}>
      <Head
        className={isOpen && props.isSticky ? 'stuck' : ''}
        $isOpen={isOpen}
        $isSticky={props.isSticky ?? false}
        $hasTools={hasTools}
      >
        <ProjectDot size={12} colour={props.colour} isHatched={props.isHatched} />
        <Name id={`${id}-name`} className="trunc">
          <WholeName text={name}>
            <MiddleText text={name} />
          </WholeName>
        </Name>
        {hasTools && <Tools>{props.tools}</Tools>}
        <IconButton
          label={isOpen ? `Collapse ${name}` : `Expand ${name}`}
          icon={isOpen ? ChevronDown : ChevronRight}
          tooltip={false}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={props.onToggle}
        />
      </Head>
      <div id={`${id}-body`} hidden={!isOpen}>
        {isOpen && props.children}
      </div>
    </Root>
  )
}
