import { ImageOff } from 'lucide-react'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { Icon } from './Icon.tsx'
import { styled } from './theme.ts'

const Image = styled('img')`
  display: block;
  width: 100%;
  height: 100%;
  object-fit: cover;
`
const Missing = styled('div')`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 4px;
  height: 100%;
  font: var(--t-small);
  color: var(--text-3);
  text-align: center;
`

/** In the place of what could not be fetched, or whose bytes the browser can't draw. */
export function MissingPicture({ children }: { children: ReactNode }) {
  return (
    <Missing>
      <Icon of={ImageOff} size={20} />
      {children}
    </Missing>
  )
}

/** An image that fills its place, or a line that it did not load. */
export function Picture(props: {
  src: string
  alt: string
  onLoad?: (event: SyntheticEvent<HTMLImageElement>) => void
}) {
  // Kept with its address: another image gets its own try.
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  if (brokenSrc === props.src) return <MissingPicture>Image did not load</MissingPicture>
  return (
    <Image
      src={props.src}
      alt={props.alt}
      draggable={false}
      onLoad={props.onLoad}
      onError={() => setBrokenSrc(props.src)}
    />
  )
}
