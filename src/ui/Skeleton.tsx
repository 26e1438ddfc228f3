import { keyframes, styled } from './theme.ts'

const pulse = keyframes`
  from { opacity: 1; }
  to { opacity: 0.55; }
`
const SkeletonLine = styled('span')`
  display: inline-block;
  vertical-align: top;
  max-width: 100%;
  background: var(--skeleton);
  animation: ${pulse} 1600ms var(--ease-inout) infinite alternate;
`

/** A placeholder with the size of its content, hidden from assistive technology. */
export function Skeleton(props: {
  width?: number | string | undefined
  height?: number | undefined
  radius?: number | undefined
}) {
  return (
    <SkeletonLine
      aria-hidden
      style={{
        width: props.width ?? '100%',
        height: props.height ?? 12,
        borderRadius: props.radius ?? 4,
      }}
    />
  )
}
