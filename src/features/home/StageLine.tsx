import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useFeature } from '#src/api/features.ts'
import { useProjects } from '#src/api/projects.ts'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { mask, MASK_LABEL } from '#src/domain/text/mask.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import { formatShortDays } from '#src/domain/time/period-presets.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { stagesQuery } from '#src/figures/stage-figures.ts'
import { projectHref } from '#src/records/page-hrefs.ts'
import { removeStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { css, MOBILE } from '#src/ui/theme.ts'
import { firstToSellOut, isSoldOut, type FirstToSellOut } from './first-to-sell-out.ts'

const line = css`
  display: grid;
  /* No wider than its room: a long name is cut. */
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  align-self: center;
  justify-items: end;
  /* It is cut before it takes a row of its own, which would move the graph. */
  flex: 1 1 160px;
  min-width: 0;
  margin-left: auto;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
  &:hover span {
    color: var(--text-1);
  }
  & > .stage {
    display: flex;
    align-items: center;
    gap: 8px;
    max-width: 100%;
    color: var(--text-2);
  }
  & > .wide,
  & .name {
    overflow: hidden;
    text-overflow: ellipsis;
    max-width: 100%;
  }
  @media (max-width: 1359px) {
    & .noun {
      display: none;
    }
  }
  & b {
    flex: none;
    font-weight: 500;
    color: var(--text-1);
  }
  & .phone {
    display: none;
  }
  ${MOBILE} {
    align-self: stretch;
    align-content: center;
    justify-items: start;
    order: 2;
    flex: none;
    width: 100%;
    min-height: 44px;
    margin: 0;
    & .wide,
    & > .wide {
      display: none;
    }
    & .phone {
      display: inline;
      flex: none;
    }
    & > .stage {
      gap: 0;
    }
    & > .stage > i {
      margin-right: 8px;
    }
  }
`

/** Home looks at the days that Stages looks at first. */
const DAYS = 7

/**
 * "AURA, Stage 5 62.40% sold": the current stage that sells out first among the chosen projects, with the
 * day. Requested only if one of them has planned stages; nothing until there is such a stage.
 */
export function StageLine(props: {
  view: HomeView
  /** Its room while it is not known. */
  space: ReactNode
}) {
  const { view } = props
  const { selection, figures, colours } = view
  const { projects } = useProjects()
  const isKnown = useFeature('stages')
  const planned = projects
    .filter(({ id, has_stages: has }) => has === 1 && selection.projects.includes(id))
    .map(({ id }) => id)
  const { data, isPending } = useQuery({
    ...stagesQuery(planned, DAYS),
    enabled: isKnown && planned.length > 0,
    placeholderData: keepPreviousData,
  })
  const first = data ? firstToSellOut(data, planned) : null
  const isShown = first !== null
  useEffect(() => {
    if (isShown) writeStored(STORAGE_KEYS.stageLine, true)
    else if (data) removeStored(STORAGE_KEYS.stageLine)
  }, [data, isShown])
  if (!isKnown || planned.length === 0) return null
  if (!data) return isPending ? props.space : null
  if (first === null) return null
  const { project, stage, share, others } = first
  const sold = figures.isMasked ? mask('percent') : `${share}%`
  const text = endText(first, figures.isMasked, localDate(view.asOf, selection.zone))
  const name = `${project}, ${stage.name}: ${figures.isMasked ? MASK_LABEL : sold} sold, ${lowerFirst(text.before)}${text.isMasked ? MASK_LABEL : text.day}`
  return (
    <Link
      href={projectHref('/stages', project)}
      className={line}
      aria-label={others > 0 ? `${name}, and ${others} more` : name}
    >
      <span className="stage">
        <ProjectDot
          colour={colours.get(project) ?? 'var(--text-3)'}
          isHatched={hasRepeatedColour(colours, project)}
        />
        <span className="name">
          <span className="wide">{project}, </span>
          {stage.name}
        </span>
        <span className="phone">:&nbsp;</span>
        <b>
          <MaskableText text={sold} /> sold
        </b>
        <span className="phone">
          , {lowerFirst(text.before)}
          <MaskableText text={text.day} />
        </span>
      </span>
      <span className="wide">
        {text.before}
        <MaskableText text={text.day} />
        {others > 0 && (
          <>
            {` · ${others} more`}
            <span className="noun"> {others === 1 ? 'stage' : 'stages'}</span>
          </>
        )}
      </span>
    </Link>
  )
}

/** "Sold out about " and the day, or why there is none. */
function endText({ stage, likely }: FirstToSellOut, isMasked: boolean, today: string) {
  // That it is sold out, or sells too slowly, is a figure too.
  if (isMasked) return { before: 'Sold out about ', day: mask('count'), isMasked }
  if (likely === null)
    return { before: isSoldOut(stage) ? 'Sold out' : 'No forecast yet', day: '', isMasked }
  if (likely <= today) return { before: 'Sold out today', day: '', isMasked }
  const day = formatShortDays({ start: likely, end: likely }, today)
  return { before: 'Sold out about ', day, isMasked }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
