import { formatRange } from '#src/domain/buckets.ts'
import { unitName } from '#src/domain/time-units.ts'
import { formatOffset, offsetMinutes } from '#src/domain/zone.ts'
import { ProjectDot } from '#src/ui/ProjectDot.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { toGraphQuery } from './graph-query.ts'
import { setCompared } from './home-view.ts'
import type { HomeView } from './home-view.ts'

const Legend = styled('ul')<{ $isFull: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: center;
  & > li {
    display: flex;
    gap: 6px;
    align-items: center;
    font: var(--t-small);
    font-weight: 500;
    color: var(--text-2);
    & > .trunc {
      max-width: 160px;
    }
  }
  ${MOBILE} {
    gap: 4px 12px;
    justify-content: ${(p) => (p.$isFull ? 'space-between' : 'flex-start')};
  }
`
const Hollow = styled('i')`
  width: 8px;
  height: 8px;
  border-radius: 2px;
  box-shadow: inset 0 0 0 1px var(--chart-prev);
`
const Rule = styled('i')`
  width: 1px;
  height: 16px;
  margin-left: 4px;
  background: var(--line-strong);
  @media (max-width: 1199px) {
    display: none;
  }
`
const Compare = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
  white-space: nowrap;
`
const LongWords = styled('span')`
  @media (max-width: 1099px) {
    display: none;
  }
`

/** More projects than this are named in tooltips only: the top bar has one line. */
const MAX_NAMED = 6
/** So many names fill one line of a phone, and spread over it. */
const FULL_LINE = 5

/** What Home puts into the top bar: the range, the comparison, and whose colour is whose. */
export function HomeHead({ view }: { view: HomeView }) {
  const { choice, colours, isCompared, moment } = view
  const request = toGraphQuery(choice, moment)
  const isAll = choice.period === 'all'
  return (
    <>
      <TopBarSlot place="note">
        {request && (
          <>
            {formatRange(request.terms.range, choice.zone)}
            <span style={{ padding: '0 2px' }}> · </span>
            by {unitName(request.terms.unit).toLowerCase()}
            <span style={{ padding: '0 2px' }}> · </span>
            <Tooltip text={choice.zone}>
              <span>UTC{formatOffset(offsetMinutes(moment, choice.zone))}</span>
            </Tooltip>
          </>
        )}
      </TopBarSlot>
      <TopBarSlot place="tools">
        <Tooltip text={isAll ? 'All time has no previous period' : null}>
          <Compare>
            <span aria-hidden>
              Compare<LongWords> with previous period</LongWords>
            </span>
            <Switch
              label="Compare with previous period"
              layout="bare"
              checked={isCompared}
              disabled={isAll}
              onChange={setCompared}
            />
            <Rule />
          </Compare>
        </Tooltip>
      </TopBarSlot>
      <TopBarSlot place="legend">
        <Legend aria-label="Projects" $isFull={choice.projects.length === FULL_LINE && !isCompared}>
          {choice.projects.slice(0, MAX_NAMED).map((project) => (
            <li key={project}>
              <ProjectDot colour={colours.get(project) ?? 'var(--chart-label)'} />
              <span className="trunc" title={project}>
                {project}
              </span>
            </li>
          ))}
          {choice.projects.length > MAX_NAMED && (
            <li>and {choice.projects.length - MAX_NAMED} more</li>
          )}
          {isCompared && (
            <li>
              <Hollow />
              Previous
            </li>
          )}
        </Legend>
      </TopBarSlot>
    </>
  )
}
