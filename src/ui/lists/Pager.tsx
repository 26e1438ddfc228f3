import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: flex;
  align-items: center;
  gap: 4px;
  height: 28px;
  margin-top: auto;
  margin-right: -10px;
  color: var(--text-3);
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    height: 44px;
    margin-right: -16px;
  }
`

/** The text of a pager, "6–10 of 47". `page` counts from 1. */
function pageText(page: number, pageSize: number, total: number): string {
  if (total === 0) return '0 of 0'
  const first = (page - 1) * pageSize + 1
  return `${first}–${Math.min(page * pageSize, total)} of ${total}`
}

/** In privacy mode the positions stay visible, but not the total, nor the end of the last page. */
function MaskedPageText({ page, pageSize }: { page: number; pageSize: number }) {
  return (
    <>
      {(page - 1) * pageSize + 1}–{page * pageSize} of <Mask blocks={2} />
    </>
  )
}

/** The range of visible rows, with buttons for the previous and next page. */
export function Pager(props: {
  /** Counts from 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  /** Stands after the text, like Show all. */
  children?: ReactNode
  isMasked?: boolean | undefined
}) {
  const { page, pageSize, total } = props
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <Root>
      <span>
        {props.isMasked ? (
          <MaskedPageText page={page} pageSize={pageSize} />
        ) : (
          pageText(page, pageSize, total)
        )}
      </span>
      {props.children}
      <span style={{ flex: 1 }} />
      <IconButton
        label="Previous page"
        icon={ChevronLeft}
        tooltip={false}
        disabled={page <= 1}
        onClick={() => props.onPage(page - 1)}
      />
      <IconButton
        label="Next page"
        icon={ChevronRight}
        tooltip={false}
        disabled={page >= last}
        onClick={() => props.onPage(page + 1)}
      />
    </Root>
  )
}
