import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { styled } from '#src/ui/theme.ts'

const Row = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  flex: none;
`

const Wordmark = styled('img')`
  /* Centres the letters on the icon. */
  margin-top: 1px;
  /* The letters are light, for a dark background. */
  @media (forced-colors: active) and (prefers-color-scheme: light) {
    filter: brightness(0);
  }
`

/** The logo's icon. Decorative: the product name stands beside it. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="var(--ink)" />
      <g transform="translate(32 32) scale(1.18) translate(-32 -32)">
        <path
          d="M35.5 18.5H28a6.75 6.75 0 0 0 0 13.5h8a6.75 6.75 0 0 1 0 13.5H18.5"
          fill="none"
          stroke="var(--on-ink)"
          strokeWidth="7"
        />
        <circle cx="42.5" cy="18.5" r="3.75" fill="var(--brand-dot)" />
      </g>
    </svg>
  )
}

/** Icon and product name; `children` stand at the end of the row. */
export function Logo({ children, className }: { children?: ReactNode; className?: string }) {
  return (
    <Row className={className ?? ''}>
      <LogoMark />
      <Wordmark src="/brand/wordmark.v1.svg" width={82} height={22} alt={PRODUCT_NAME} />
      {children}
    </Row>
  )
}
