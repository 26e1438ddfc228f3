import type { KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { pluralize } from '#src/domain/text/text.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { PopoverBox, PopoverList } from '#src/ui/controls/PopoverList.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { canvasPixels, MORE_WIDTH } from './band-lanes.ts'
import { bandDates, bandName } from './band-text.ts'
import type { CodeMark } from './code-marks.ts'

const Trigger = styled('button')`
  z-index: 2;
  right: 0;
  width: ${canvasPixels(MORE_WIDTH)};
  border-radius: var(--r-sm);
  font: 500 11px/16px var(--font);
  font-variant-numeric: tabular-nums;
  text-align: end;
  color: var(--text-2);
  &:hover,
  &[aria-expanded='true'] {
    color: var(--text-1);
  }
`
const Box = styled(PopoverBox)`
  width: max-content;
  max-width: min(360px, calc(100vw - 16px));
`
const row = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  padding: 4px 8px;
  border-radius: var(--r-sm);
  & > .mono {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > small {
    flex: none;
    margin-left: auto;
    padding-left: 8px;
    font: var(--t-small);
    color: var(--text-3);
  }
  &:hover,
  &:focus-visible {
    background: var(--surface-3);
  }
  ${MOBILE} {
    min-height: 44px;
  }
`

/** The mark "+4" at the end of the last lane, which lists the codes that have no place in one. */
export function MoreCodes(props: {
  codes: readonly CodeMark[]
  /** In px. */
  top: number
  view: HomeView
  hrefOf: (code: CodeMark) => string
  button: {
    tabIndex: number
    onFocus: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}) {
  const { codes, view } = props
  return (
    <PopoverList
      label="More bonus codes"
      placement="top-end"
      button={{
        ...props.button,
        'aria-label': pluralize(codes.length, 'more bonus code'),
        style: { top: canvasPixels(props.top) },
        render: <Trigger />,
        children: `+${codes.length}`,
      }}
      box={<Box />}
    >
      {codes.map((code) => (
        <li key={`${code.project} ${code.id}`}>
          <Link href={props.hrefOf(code)} className={row} aria-label={bandName(code, view.asOf)}>
            <ProjectDot
              colour={view.colours.get(code.project) ?? 'grey'}
              isHatched={hasRepeatedColour(view.colours, code.project)}
            />
            <span className="mono">{code.code}</span>
            <small>{bandDates(code, view.asOf)}</small>
          </Link>
        </li>
      ))}
    </PopoverList>
  )
}
