import { Popover, PopoverDisclosure, usePopoverStore } from '@ariakit/react/popover'
import type { KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import { DROPS } from '#src/ui/menu.ts'
import { ProjectDot } from '#src/ui/ProjectDot.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { canvasPixels, MORE_WIDTH } from './band-lanes.ts'
import { bandDates, bandName } from './band-text.ts'
import type { CodeMark } from './code-marks.ts'
import type { HomeView } from './home-view.ts'

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
const Panel = styled('div')`
  z-index: var(--z-dropdown);
  width: max-content;
  max-width: min(360px, calc(100vw - 16px));
  max-height: min(var(--popover-available-height, 400px), 400px);
  padding: 4px;
  overflow-y: auto;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  box-shadow: var(--e-2);
  outline: none;
  ${DROPS}
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
  const store = usePopoverStore({ placement: 'top-end' })
  return (
    <>
      <PopoverDisclosure
        store={store}
        {...props.button}
        aria-label={pluralize(codes.length, 'more bonus code')}
        style={{ top: canvasPixels(props.top) }}
        render={<Trigger />}
      >
        +{codes.length}
      </PopoverDisclosure>
      <Popover
        store={store}
        portal
        unmountOnHide
        gutter={4}
        overflowPadding={8}
        aria-label="More bonus codes"
        render={<Panel />}
      >
        <ul>
          {codes.map((code) => (
            <li key={`${code.project} ${code.id}`}>
              <Link
                href={props.hrefOf(code)}
                className={row}
                aria-label={bandName(code, view.asOf)}
              >
                <ProjectDot
                  colour={view.colours.get(code.project) ?? 'grey'}
                  isHatched={hasRepeatedColour(view.colours, code.project)}
                />
                <span className="mono">{code.code}</span>
                <small>{bandDates(code, view.asOf)}</small>
              </Link>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  )
}
