import { MOBILE, styled } from '#src/ui/theme.ts'
import type { SortKey } from './details-rows.ts'

/** Reaches over the dialog's own padding: rows run from edge to edge. */
export const Body = styled('div')`
  margin: 0 -24px -24px;
  min-width: 0;
  ${MOBILE} {
    margin: 0 -16px -12px;
  }
`
export const Search = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  padding: 0 24px 12px;
  ${MOBILE} {
    padding: 0 16px 8px;
  }
`
export const Count = styled('p')`
  font: var(--t-small);
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`
export const Table = styled('div')`
  font-variant-numeric: tabular-nums;
`

/** Grid tracks of 2 to 4 columns: the label takes what the figures, `longest` signs long, leave. */
export function tracks(columns: number, isMobile: boolean, longest: number): string {
  // Of its longest figure, with digits of 0.58 em; no shorter than most are.
  const first = (least: number) => `max(${least}px, ${(longest * 0.58).toFixed(2)}em)`
  const figures = isMobile ? [first(104), '72px'] : [first(136), '112px', '80px']
  return ['minmax(0, 1fr)', ...figures.slice(-(columns - 1))].join(' ')
}

export const Line = styled('div')<{ $tracks: string; $isHead?: boolean; $isTotal?: boolean }>`
  display: grid;
  grid-template-columns: ${(p) => p.$tracks};
  align-items: center;
  column-gap: 16px;
  padding: 0 24px;
  border-top: ${(p) => (p.$isHead ? '0' : '1px solid var(--line)')};
  ${(p) =>
    p.$isTotal
      ? '--figure: var(--text-1); background: var(--surface-2); border-radius: 0 0 var(--r-xl) var(--r-xl); font-weight: 500;'
      : ''}
  &:hover {
    ${(p) =>
      p.$isHead || p.$isTotal
        ? ''
        : 'background: color-mix(in srgb, var(--surface-2) 60%, transparent);'}
  }
  ${MOBILE} {
    padding: 0 16px;
    column-gap: 8px;
  }
`

const CELL: Record<SortKey, string> = {
  label: 'display: flex; gap: 8px; align-items: center;',
  amount: 'text-align: right; font-weight: 500;',
  count: 'text-align: right; color: var(--figure, var(--text-2));',
  share: 'text-align: right; color: var(--text-3);',
}
export const Cell = styled('div')<{ $key: SortKey }>`
  min-width: 0;
  white-space: nowrap;
  ${(p) => CELL[p.$key]}
`
