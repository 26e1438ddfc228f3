import { encodeQR } from 'qr'
import { styled } from '#src/ui/theme.ts'

/** Readers need four light modules around the code. */
const QUIET_MODULES = 4

const Root = styled('svg')`
  display: block;
  flex: none;
  width: 160px;
  height: 160px;
  background: #fff;
  border-radius: var(--r-md);
  /* Readers need dark modules on a light ground, whatever colours the system forces. */
  fill: #0a0c0e;
  forced-color-adjust: none;
`

/** A QR code of a text. `label` names it for people who can't scan it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_MODULES })
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <Root
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </Root>
  )
}
