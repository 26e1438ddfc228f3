import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { largest, MAX_NAMED_PROJECTS, NAMED_PROJECTS } from '#src/domain/money/many-projects.ts'
import { sumUsd } from '#src/domain/money/money.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Slice } from './ring-option.ts'

const Root = styled('div')<{ $height: number }>`
  display: flex;
  flex-direction: column;
  max-height: ${(p) => p.$height}px;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    max-height: none;
  }
`
const Rows = styled('div')<{ $height: number }>`
  min-height: 0;
  overflow-y: auto;
  scrollbar-width: thin;
  ${MOBILE} {
    max-height: ${(p) => p.$height}px;
  }
`
const COLUMNS = `
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 72px;
  column-gap: 8px;
  align-items: center;
  flex: none;
  width: 100%;
`
const Head = styled('div')<{ $height: number }>`
  ${COLUMNS}
  height: ${(p) => p.$height}px;
  color: var(--text-3);
  font: var(--t-small);
`
const Item = styled('div')<{ $height: number }>`
  ${COLUMNS}
  height: ${(p) => p.$height}px;
  border-top: 1px solid var(--line);
`
const Opener = styled('button')<{ $height: number }>`
  ${COLUMNS}
  height: ${(p) => p.$height}px;
  border-top: 1px solid var(--line);
  &:focus-visible {
    box-shadow: inset 0 0 0 2px var(--focus-ring);
  }
  ${MOBILE} {
    height: 44px;
  }
`
const Value = styled('span')`
  text-align: end;
  font-weight: 500;
`
const Share = styled('span')`
  text-align: end;
  color: var(--text-3);
`
const Others = styled('span')`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  color: var(--text-2);
  & > svg {
    transition: transform var(--d-2) var(--ease-out);
  }
  [aria-expanded='true'] > & > svg {
    transform: rotate(180deg);
  }
`

/**
 * The text of the pie: a row per project, and a total that is always visible. With more than 8
 * projects the 7 largest have rows; one expandable row sums up the others.
 */
export function PieList(props: {
  /** Accessible name. */
  name: string
  slices: readonly Slice[]
  total: number
  /** Head of the figures column. */
  column: string
  /** Height of a row and of the whole list, in px. */
  rowHeight: number
  height: number
  format: (value: number) => string
  figures: FigureFormat
}) {
  const { slices, total, rowHeight, figures } = props
  const [isOpen, setOpen] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The expanded rows are below the visible ones: scroll to them.
    if (!isOpen || !rows.current || !opener.current) return
    rows.current.scrollTop += topOf(opener.current) - topOf(rows.current)
  }, [isOpen])
  const colours = new Map(slices.map(({ name, colour }) => [name, colour]))
  const isLong = slices.length > MAX_NAMED_PROJECTS
  const { shown, others } = isLong
    ? largest(slices, NAMED_PROJECTS, ({ value }) => value)
    : { shown: slices, others: [] }
  const cells = (value: number) => (
    <>
      <Value>
        <Figure text={props.format(value)} />
      </Value>
      <Share>
        <MaskableText text={figures.share(value, total)} />
      </Share>
    </>
  )
  const row = (slice: Slice) => (
    <Item key={slice.name} $height={rowHeight}>
      <ProjectName name={slice.name} colours={colours} isHatched={slice.isHatched ?? false} />
      {cells(slice.value)}
    </Item>
  )
  return (
    <Root role="group" aria-label={props.name} $height={props.height}>
      <Head $height={rowHeight}>
        <span>Project</span>
        <span style={{ textAlign: 'end' }}>{props.column}</span>
        <Share>Share</Share>
      </Head>
      <Rows ref={rows} tabIndex={0} $height={rowHeight * NAMED_PROJECTS + 44}>
        {shown.map(row)}
        {others.length > 0 && (
          <Opener
            ref={opener}
            className="printed"
            type="button"
            aria-expanded={isOpen}
            $height={rowHeight}
            onClick={() => setOpen(!isOpen)}
          >
            <Others>
              {pluralize(others.length, 'other')}
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
            </Others>
            {cells(sumUsd(others.map(({ value }) => value)))}
          </Opener>
        )}
        {isOpen && others.map(row)}
      </Rows>
      <Item $height={rowHeight}>
        <b style={{ fontWeight: 500 }}>Total</b>
        {cells(total)}
      </Item>
    </Root>
  )
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top
}
