import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { styled } from '#src/ui/theme.ts'
import { LogoMark } from './LogoMark.tsx'

const Row = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  flex: none;
`

// Its letters stand on the middle of the icon.
const Word = styled('img')`
  margin-top: 1px;
  /* Its letters are drawn for a dark ground. */
  @media (forced-colors: active) and (prefers-color-scheme: light) {
    filter: brightness(0);
  }
`

/** Icon and name, and what belongs at the end of their row. */
export function Logo({ children, className }: { children?: ReactNode; className?: string }) {
  return (
    <Row className={className ?? ''}>
      <LogoMark />
      <Word src="/brand/wordmark.v1.svg" width={82} height={22} alt={PRODUCT_NAME} />
      {children}
    </Row>
  )
}
