import { useQuery } from '@tanstack/react-query'
import { Download, Rocket } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { queryOf } from '#src/api/http.ts'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { figureFormat, type FigureFormat } from '#src/domain/text/mask.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { ProjectLegend } from '#src/projects/ProjectLegend.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { describeError } from '#src/session/describe-error.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useSession } from '#src/state/session.ts'
import { Card } from '#src/ui/Card.tsx'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { launchCalls } from '#src/wire/launches.ts'
import {
  cutLines,
  referenceOf,
  sharedDays,
  toLaunchLines,
  valueOn,
  type LaunchLine,
  type LaunchMetric,
  dayCount,
  launchCsv,
} from './launch-lines.ts'
import { COUNTED_NOTE, toLaunchRows } from './launch-rows.ts'
import { LaunchTable } from './LaunchTable.tsx'
import { StageSelect } from './StageSelect.tsx'
import { usePlannedNames } from './use-planned-names.ts'

// They wrap where the title would break beside them.
const Options = styled('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  max-width: calc(100cqi - 176px);
  ${MOBILE} {
    flex-direction: column;
    max-width: none;
  }
`

type Days = 'same' | 'all'

const METRICS: readonly { value: LaunchMetric; label: string }[] = [
  { value: 'amount', label: 'Amount' },
  { value: 'purchases', label: 'Transactions' },
  { value: 'buyers', label: 'Buyers' },
]
const DAYS: readonly { value: Days; label: string }[] = [
  { value: 'same', label: 'Same days' },
  { value: 'all', label: 'All days' },
]

const EMPTY = {
  sale: {
    title: 'No project has launched',
    text: 'The lines begin with the first completed purchase.',
  },
  stage: {
    title: 'This stage has not begun',
    text: 'The lines begin with its planned start, or with its first purchase.',
  },
  buyers: { title: 'These buyers are not counted', text: COUNTED_NOTE },
}

const fileName = (metric: LaunchMetric, place: number | null) =>
  place === null ? `sales-since-launch-${metric}.csv` : `sales-of-stage-${place}-${metric}.csv`

/** Heights of the chart in px. */
const HEIGHT = 360
const MOBILE_HEIGHT = 260

// With ECharts and its line chart, which no other page has: it loads beside the data.
const LaunchGraph = lazyPart(() => import('./LaunchGraph.tsx'), 'LaunchGraph')
void LaunchGraph.preload().catch(() => undefined)

const { listLaunches } = launchCalls

/** How the selected projects have sold since their launches, each by its own age. */
export function LaunchComparisonPage() {
  const { selected, projects, colours, hasNone, failure } = useProjects()
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const { authorized } = useSession()
  const isMobile = useIsMobile()
  const [chosenMetric, setMetric] = useState<LaunchMetric>('amount')
  const [chosenDays, setDays] = useState<Days>('all')
  const [chosenPlace, setPlace] = useState<number | null>(null)
  // The switches answer first.
  const metric = useDeferredValue(chosenMetric)
  const days = useDeferredValue(chosenDays)
  const plans = usePlannedNames(projects, selected)
  const place = chosenPlace !== null && chosenPlace <= plans.length ? chosenPlace : null
  const query = useQuery({
    ...queryOf(listLaunches, {
      query: {
        projects: selected.toSorted(),
        tz: deviceZone(),
        ...(place === null ? {} : { stage: place }),
      },
    }),
    enabled: authorized && selected.length > 0,
    meta: { keep: listLaunches.response },
  })
  const { data } = query
  const lines = useMemo(
    () => (data ? toLaunchLines(data, selected, metric) : []),
    [data, selected, metric],
  )
  const drawn = useMemo(
    () => (days === 'same' ? cutLines(lines, sharedDays(lines)) : lines),
    [lines, days],
  )
  const rows = useMemo(() => data && toLaunchRows(lines, data, selected), [lines, data, selected])
  const hasBegun = rows?.some(({ launch }) => launch !== null) === true
  const isMoney = metric === 'amount'
  const height = isMobile ? MOBILE_HEIGHT : HEIGHT
  const isUnknown = selected.length === 0 && failure !== null
  if (hasNone) return <EmptyState icon={Rocket} title="Nothing to compare" text={NO_PROJECT} />
  return (
    <>
      <TopBarSlot place="legend">
        <ProjectLegend projects={selected} colours={colours} />
      </TopBarSlot>
      <Card
        title="Sales since launch"
        subtitle={
          place === null
            ? 'Cumulative, each project from the day of its first completed purchase'
            : `Cumulative, stage ${place} of each project from the day it began`
        }
        isBusy={query.isFetching || (query.isPending && !isUnknown)}
        options={
          <Options>
            {plans.length > 0 && (
              <StageSelect plans={plans} place={place} onChange={setPlace} isWide={isMobile} />
            )}
            <Segmented
              label="Show"
              options={METRICS}
              value={chosenMetric}
              onChange={setMetric}
              isFill={isMobile}
            />
            <Segmented
              label="Days"
              options={DAYS}
              value={chosenDays}
              onChange={setDays}
              isFill={isMobile}
            />
          </Options>
        }
        tools={
          <IconButton
            label="Download CSV"
            icon={Download}
            disabled={privacy || drawn.length === 0}
            onClick={() => downloadCsv(fileName(metric, place), launchCsv(drawn))}
          />
        }
      >
        <div style={{ display: 'flex', flexDirection: 'column', minHeight: height + 12 }}>
          {isUnknown ? (
            <ErrorState
              title="Your projects did not load"
              text={describeError(failure.error)}
              onRetry={failure.retry}
            />
          ) : (
            <Loaded
              query={query}
              failed="Launches did not load"
              notCached="You are offline, and these figures are not saved on this device."
              placeholder={<Placeholder height={height} />}
            >
              {() => (
                <Graph
                  lines={drawn}
                  colours={colours}
                  isMoney={isMoney}
                  height={height}
                  figures={figureFormat(privacy)}
                  empty={EMPTY[hasBegun ? 'buyers' : place === null ? 'sale' : 'stage']}
                />
              )}
            </Loaded>
          )}
        </div>
      </Card>
      {(data !== undefined || query.error === null) && !isUnknown && (
        <LaunchTable
          rows={rows}
          reference={referenceOf(lines)?.project ?? null}
          isMoney={isMoney}
          isStage={place !== null}
          colours={colours}
          privacy={privacy}
          asOf={asOf}
        />
      )}
    </>
  )
}

function Graph(props: {
  lines: readonly LaunchLine[]
  colours: ReadonlyMap<string, string>
  isMoney: boolean
  height: number
  figures: FigureFormat
  /** Without lines. */
  empty: { title: string; text: string }
}) {
  const { lines, isMoney, figures } = props
  const table = useMemo(() => {
    const format = (value: number | null) =>
      value === null ? '' : isMoney ? figures.usd(value) : figures.count(value)
    return {
      columns: ['Day', ...lines.map(({ project }) => project)],
      makeRows: () =>
        Array.from({ length: dayCount(lines) }, (_unused, index) => [
          `Day ${index + 1}`,
          ...lines.map((line) => format(valueOn(line, index + 1))),
        ]),
    }
  }, [lines, isMoney, figures])
  if (lines.length === 0) {
    return <EmptyState icon={Rocket} {...props.empty} />
  }
  return (
    <>
      <SilentBoundary fallback={<Placeholder height={props.height} />}>
        <LaunchGraph {...props} />
      </SilentBoundary>
      {/* A new key per mode removes the unmasked figures from the page at once. */}
      <DataTable
        key={figures.isMasked ? 'masked' : 'plain'}
        name="Sales since launch data"
        {...table}
      />
    </>
  )
}

function Placeholder({ height }: { height: number }) {
  return (
    <div style={{ paddingTop: 12 }}>
      <Skeleton height={height} radius={8} />
    </div>
  )
}
