import type { FigureFormat } from '#src/domain/text/mask.ts'
import { Card } from '#src/ui/Card.tsx'
import { Change } from '#src/ui/text/Change.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'
import {
  codeWindows,
  codeWindowsCsv,
  COMPARED,
  describeWindows,
  soFar,
  type CodeWindow,
  type PageTimes,
} from './code-windows.ts'
import { DownloadButton } from './DownloadButton.tsx'

const Table = styled('table')`
  width: calc(100% + 40px);
  margin: 12px -20px -16px;
  table-layout: fixed;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  & th,
  & td {
    padding: 0 0 0 16px;
    text-align: end;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  & th:first-child {
    width: 28.5%;
    padding-left: 20px;
    text-align: start;
  }
  & tr > :last-child {
    padding-right: 20px;
  }
  & thead th {
    padding-bottom: 8px;
    vertical-align: bottom;
    font: var(--t-small);
    font-weight: 500;
    color: var(--text-3);
  }
  & thead small {
    display: block;
    font: var(--t-small);
    font-weight: 500;
    color: var(--text-3);
  }
  & tbody tr {
    height: 48px;
    border-top: 1px solid var(--line);
  }
  & td {
    color: var(--text-2);
  }
  & .valid {
    color: var(--text-1);
  }
  & td.valid {
    font-weight: 500;
  }
  & td > span {
    display: inline-block;
    white-space: nowrap;
  }
  & td > span + span {
    margin-left: 4px;
  }
  ${MOBILE} {
    width: calc(100% + 32px);
    margin: 12px -16px -16px;
    table-layout: auto;
    font-size: 14px;
    & th,
    & td {
      padding-left: 8px;
      overflow-wrap: normal;
    }
    & th:first-child {
      width: auto;
      padding-left: 16px;
    }
    & tr > :last-child {
      padding-right: 16px;
    }
    & td > span,
    & td > span + span {
      display: block;
      margin: 0;
    }
    & tbody tr {
      height: 52px;
    }
  }
  @container record (width < 340px) {
    font-size: 13px;
  }
`

/** All sales of the project before the code, while it was valid, and after. */
export function CodeWindowsCard(props: {
  effect: CodeEffect
  figures: FigureFormat
  times: PageTimes
}) {
  const { effect, figures } = props
  const { code } = effect
  const isMobile = useIsMobile()
  const windows = codeWindows(effect, props.times)
  const title = `${code.project_id} before, during and after`
  return (
    <Card
      title={title}
      subtitle={describeWindows(effect)}
      tools={
        <DownloadButton
          name={`${code.code}-before-during-after`}
          isMasked={figures.isMasked}
          makeCsv={() => codeWindowsCsv(windows)}
        />
      }
    >
      <Table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Figure</span>
            </th>
            {windows.map((window) => (
              <th key={window.title} scope="col" className={classOf(window)}>
                {window.title}
                <small>
                  {window.dates}
                  {soFar(window.isSoFar)}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARED.map((row) => (
            <tr key={row.label}>
              <th scope="row">{isMobile ? (row.shortLabel ?? row.label) : row.label}</th>
              {windows.map((window) => (
                <td key={window.title} className={classOf(window)}>
                  <Compared window={window} row={row} figures={figures} isMobile={isMobile} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

const classOf = ({ title }: CodeWindow) => (title === 'While valid' ? 'valid' : undefined)

function Compared(props: {
  window: CodeWindow
  row: (typeof COMPARED)[number]
  figures: FigureFormat
  isMobile: boolean
}) {
  const { window, row, figures, isMobile } = props
  const value = window.figures && row.read(window.figures)
  if (value === null) return <span className="t3">–</span>
  const before = window.comparedWith && row.read(window.comparedWith)
  return (
    <>
      <span>
        <MaskableText text={row.format(figures, isMobile)(value)} />
      </span>
      {before !== null && (
        <span>
          <Change now={value} before={before} figures={figures} />
        </span>
      )}
    </>
  )
}
