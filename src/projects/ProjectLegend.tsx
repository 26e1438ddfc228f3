import { memo, Suspense, useCallback, useRef, useState } from 'react'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { MAX_NAMED_PROJECTS, NAMED_PROJECTS } from '#src/domain/money/many-projects.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after } from '#src/ui/loading-order.ts'
import { MiddleText, WholeName } from '#src/ui/text/MiddleText.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { useIsMobile, useIsTablet } from '#src/ui/use-media.ts'

// With the code of menus. On Home the first chart has priority: the count stands in its place.
const LegendList = lazyPart(async () => {
  await after('charts')
  return import('./LegendList.tsx')
}, 'LegendList')

const Root = styled('div')`
  display: flex;
  align-items: center;
  gap: 4px 12px;
  min-width: 0;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
  white-space: nowrap;
`
// Names that do not fit wrap to hidden lines; the button counts them.
const Names = styled('ul')<{ $isFull: boolean }>`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 4px 16px;
  min-width: 0;
  height: 16px;
  overflow: hidden;
  ${MOBILE} {
    flex: 1;
    justify-content: ${(p) => (p.$isFull ? 'space-between' : 'flex-start')};
    gap: 4px 12px;
    height: auto;
  }
`
const Item = styled('li')`
  display: flex;
  gap: 6px;
  align-items: center;
  min-width: 0;
  & .trunc {
    max-width: 160px;
  }
`
const OnPaper = styled('ul')`
  display: none;
  ${PRINT} {
    display: block;
  }
  font: var(--t-small);
  & > li {
    display: inline-flex;
    margin-right: 12px;
  }
`
const Hollow = styled('i')`
  width: 8px;
  height: 8px;
  border-radius: 2px;
  box-shadow: inset 0 0 0 1px var(--chart-prev);
`

/** This many names fill one line of a phone and are spread over it. */
const FULL_LINE = 5

/**
 * The colour of each project. The names that fit are shown in one line. A button lists the others, or
 * all of them if there is no room for a line.
 */
export const ProjectLegend = memo(function ProjectLegend(props: {
  /** The selected projects; of more than 8, the first 7 are named. */
  projects: readonly string[]
  colours: ReadonlyMap<string, string>
  /** Whether the previous period is shown. */
  isCompared?: boolean
}) {
  const { projects: ordered, colours, isCompared = false } = props
  const isMobile = useIsMobile()
  const isTablet = useIsTablet()
  const isMany = ordered.length > MAX_NAMED_PROJECTS
  const hasLine = !isTablet && !(isMobile && isMany)
  const named = !hasLine ? [] : isMany ? ordered.slice(0, NAMED_PROJECTS) : ordered
  const [names, fitting] = useFirstLine(named)
  const shown = isMobile ? named.length : Math.min(fitting, named.length)
  const others = ordered.slice(shown)
  const text = hasLine ? `+${others.length}` : pluralize(ordered.length, 'project')
  return (
    <>
      <Root className="screen-only">
        {hasLine && (
          <Names
            ref={names}
            aria-label="Projects"
            $isFull={ordered.length === FULL_LINE && !isCompared}
          >
            {named.map((project) => (
              <LegendItem key={project} project={project} colours={colours} />
            ))}
            {isCompared && isMobile && <Previous />}
          </Names>
        )}
        {others.length > 0 && (
          <Suspense fallback={<span>{text}</span>}>
            <LegendList text={text}>
              {others.map((project) => (
                <LegendItem key={project} project={project} colours={colours} />
              ))}
              {isCompared && !hasLine && <Previous />}
            </LegendList>
          </Suspense>
        )}
        {isCompared && hasLine && !isMobile && <Previous as="span" />}
      </Root>
      <OnPaper>
        {ordered.map((project) => (
          <LegendItem key={project} project={project} colours={colours} />
        ))}
        {isCompared && <Previous />}
      </OnPaper>
    </>
  )
})

function LegendItem(props: { project: string; colours: ReadonlyMap<string, string> }) {
  const { project, colours } = props
  return (
    <Item>
      <ProjectDot
        colour={colours.get(project) ?? 'var(--chart-label)'}
        isHatched={hasRepeatedColour(colours, project)}
      />
      <WholeName text={project}>
        <MiddleText text={project} />
      </WholeName>
    </Item>
  )
}

function Previous(props: { as?: 'span' }) {
  return (
    <Item {...props}>
      <Hollow />
      Previous
    </Item>
  )
}

/** How many of these names fit in the first line of their element, updated on resize. */
function useFirstLine(named: readonly string[]): [(element: HTMLElement | null) => void, number] {
  const [fitting, setFitting] = useState(named.length)
  const observer = useRef<ResizeObserver | null>(null)
  const text = named.join('\n')
  const watch = useCallback(
    (element: HTMLElement | null) => {
      observer.current?.disconnect()
      observer.current = null
      if (!element) return
      const measure = () => {
        const tops = [...element.children].map((child) => child.getBoundingClientRect().top)
        setFitting(tops.filter((top) => top === tops[0]).length)
      }
      measure()
      observer.current = new ResizeObserver(measure)
      observer.current.observe(element)
    },
    // oxlint-disable-next-line react/exhaustive-deps -- new names need a new measurement even if the width stays
    [text],
  )
  return [watch, fitting]
}
