import { ImageOff } from 'lucide-react'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
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

/** Replaces an image that could not be fetched or decoded. */
export function MissingPicture({ children }: { children: ReactNode }) {
  return (
    <Missing>
      <Icon of={ImageOff} size={20} />
      {children}
    </Missing>
  )
}

/** An image that fills its container, or an error when it did not load. */
export function Picture(props: {
  src: string
  alt: string
  onLoad?: (event: SyntheticEvent<HTMLImageElement>) => void
}) {
  // The failed `src`: a new image is tried again.
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
