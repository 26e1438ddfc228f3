import { useMemo } from 'react'
import { figureFormat, type FigureFormat } from '#src/domain/text/mask.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import { formatDateRange } from '#src/domain/time/format-time.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { WholeList } from '#src/records/list/WholeList.tsx'
import type { RecordColumn, RecordLayout, RowContext } from '#src/records/record-definition.ts'
import { Surface } from '#src/ui/Surface.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { COUNTED_NOTE, type LaunchRow } from './launch-rows.ts'

const Frame = styled(Surface)`
  margin-top: 16px;
  overflow: clip;
  /* Each record is a card of its own. */
  &:has(> .cards) {
    border: 0;
    border-radius: 0;
    background: none;
  }
  ${MOBILE} {
    margin-top: 12px;
  }
`
const Signed = styled('span')<{ $sign: number }>`
  color: ${(p) =>
    p.$sign === 0 ? 'var(--text-3)' : p.$sign > 0 ? 'var(--positive)' : 'var(--negative)'};
  font-weight: 500;
`

/** Below this table width in px, each project is a card. */
const CARDS_BELOW = 712

const idOf = ({ project }: LaunchRow) => project
const noAction = () => undefined
const NOT_YET = <span className="t3">Not yet</span>
const NONE = <span className="t3">–</span>
const NOT_COUNTED = (
  <span className="t3" title={COUNTED_NOTE}>
    –
  </span>
)

/** The projects by age, each against the one that launched first. */
export function LaunchTable(props: {
  /** Undefined shows placeholders. */
  rows: readonly LaunchRow[] | undefined
  /** The name of the project that the others are compared with. */
  reference: string | null
  isMoney: boolean
  /** Whether it compares one stage instead of the whole sale. */
  isStage: boolean
  colours: ReadonlyMap<string, string>
  privacy: boolean
  asOf: number
}) {
  const { reference, isMoney, isStage, colours, privacy, asOf } = props
  const context = useMemo<RowContext<LaunchRow>>(
    () => ({ colours, privacy, now: new Date(asOf), onAction: noAction }),
    [colours, privacy, asOf],
  )
  const layout = useMemo(() => layoutOf(reference, isMoney, isStage), [reference, isMoney, isStage])
  return (
    <Frame as="div">
      <WholeList record={layout} context={context} rows={props.rows} idOf={idOf} />
    </Frame>
  )
}

function layoutOf(
  reference: string | null,
  isMoney: boolean,
  isStage: boolean,
): RecordLayout<LaunchRow> {
  const begin = isStage ? 'Began' : 'Launch'
  const notYet = isStage ? 'Not begun' : 'Not launched'
  const value = (
    { sums }: NonNullable<LaunchRow['launch']>,
    figures: FigureFormat,
    of: 'after7' | 'after30' | 'today',
  ) => {
    if (sums === null) return NOT_COUNTED
    const sum = sums[of]
    if (sum === null) return NOT_YET
    return <Sum sum={sum} isMoney={isMoney} figures={figures} isStrong={of === 'today'} />
  }
  const againstLabel = reference === null ? 'Against the first' : `Against ${reference}`
  const columns: RecordColumn<LaunchRow>[] = [
    {
      key: 'project',
      label: 'Project',
      min: 80,
      grow: 3,
      cell: (row, context) => <Project row={row} colours={context.colours} />,
    },
    {
      key: 'launch',
      label: begin,
      min: 88,
      grow: 3,
      cell: ({ launch }) => <LaunchDate launch={launch} notYet={notYet} />,
    },
    {
      key: 'days',
      label: 'Days',
      min: 40,
      grow: 1,
      align: 'end',
      cell: ({ launch }) => (launch ? <span className="num t2">{launch.days}</span> : NONE),
    },
    {
      key: 'after7',
      label: 'After 7 days',
      min: 92,
      grow: 3,
      align: 'end',
      cell: ({ launch }, { privacy }) =>
        launch ? value(launch, figureFormat(privacy), 'after7') : NONE,
    },
    {
      key: 'after30',
      label: 'After 30 days',
      min: 92,
      grow: 3,
      align: 'end',
      cell: ({ launch }, { privacy }) =>
        launch ? value(launch, figureFormat(privacy), 'after30') : NONE,
    },
    {
      key: 'today',
      label: 'Today',
      min: 92,
      grow: 3,
      align: 'end',
      cell: ({ launch }, { privacy }) =>
        launch ? value(launch, figureFormat(privacy), 'today') : NONE,
    },
    {
      key: 'against',
      label: againstLabel,
      min: 116,
      grow: 2,
      align: 'end',
      cell: ({ launch }, { privacy }) => (
        <Against launch={launch} figures={figureFormat(privacy)} />
      ),
    },
  ]
  return {
    label: 'Launches',
    columns,
    cardsBelow: CARDS_BELOW,
    card: (row, { colours, privacy }) => {
      const figures = figureFormat(privacy)
      const { launch } = row
      const lines = launch && [
        { start: 'Days', end: launch.days },
        { start: 'After 7 days', end: value(launch, figures, 'after7') },
        { start: 'After 30 days', end: value(launch, figures, 'after30') },
        { start: againstLabel, end: <Against launch={launch} figures={figures} /> },
      ]
      return {
        label: row.project,
        head: <Project row={row} colours={colours} />,
        lines: [
          {
            start: launch?.sums ? (
              <Sum sum={launch.sums.today} isMoney={isMoney} figures={figures} isLead />
            ) : launch ? (
              NOT_COUNTED
            ) : (
              <span className="t3">{notYet}</span>
            ),
          },
          ...(launch
            ? [{ start: begin, end: <LaunchDate launch={launch} notYet={notYet} /> }]
            : []),
          ...(lines ?? []),
        ],
        foot: null,
      }
    },
  }
}

function Project(props: { row: LaunchRow; colours: ReadonlyMap<string, string> }) {
  const { project } = props.row
  return <ProjectName name={project} colours={props.colours} />
}

function LaunchDate({ launch, notYet }: Pick<LaunchRow, 'launch'> & { notYet: string }) {
  if (launch === null) return <span className="trunc t3">{notYet}</span>
  const day = localDate(launch.at, deviceZone())
  return <span className="trunc num t2">{formatDateRange(day, day)}</span>
}

function Sum(props: {
  sum: number
  isMoney: boolean
  figures: FigureFormat
  isStrong?: boolean
  isLead?: boolean
}) {
  const { sum, isMoney, figures } = props
  const exact = isMoney ? sum.toFixed(2) : String(sum)
  return (
    <span className="trunc" {...(figures.isMasked ? {} : { title: exact })}>
      <Figure
        text={isMoney ? figures.usd(sum, 0) : figures.count(sum)}
        isStrong={props.isStrong}
        {...(props.isLead ? { size: 'figure', isWrapped: true } : {})}
      />
    </span>
  )
}

/** Today's sum against the reference's on the same day since its launch. */
function Against({ launch, figures }: Pick<LaunchRow, 'launch'> & { figures: FigureFormat }) {
  if (launch?.sums === null) return NOT_COUNTED
  if (launch?.sums.isReference) return <span className="t3">Reference</span>
  const percent = launch?.sums.against ?? null
  if (percent === null) return NONE
  return (
    <span className="trunc small num">
      <Signed $sign={figures.isMasked ? 0 : Math.sign(percent)}>
        <MaskableText text={figures.change(percent)} />
      </Signed>{' '}
      <span className="t3">same day</span>
    </span>
  )
}
