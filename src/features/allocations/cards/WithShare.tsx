import type { ReactNode } from 'react'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: flex-end;
  gap: 0 12px;
  min-width: 0;
  max-width: 100%;
  margin-left: auto;
  & > .share {
    flex: none;
    width: 56px;
    font: var(--t-small);
    color: var(--text-3);
    text-align: right;
  }
`

/** A figure and its share of all, whose digits line up below each other. */
export function WithShare({ share, children }: { share: string; children: ReactNode }) {
  return (
    <Root>
      {children}
      <span className="share">
        <MaskableText text={share} />
      </span>
    </Root>
  )
}
