import { useState, type SyntheticEvent } from 'react'
import { MissingPicture, Picture } from '#src/ui/Picture.tsx'
import { styled } from '#src/ui/theme.ts'
import { useObjectUrl } from '#src/ui/use-object-url.ts'

const Film = styled('video')`
  display: block;
  width: 100%;
  height: 100%;
  object-fit: cover;
  background: #000;
`

/** An image or a video. `isStill` shows the first frame of a video without controls. */
export function MediaView(props: {
  media: Blob
  alt: string
  isStill?: boolean
  onSize?: (size: { width: number; height: number }) => void
}) {
  const { onSize } = props
  const url = useObjectUrl(props.media)
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  if (url === null) return null
  if (url === brokenUrl) return <MissingPicture>Video did not load</MissingPicture>
  if (props.media.type.startsWith('video/')) {
    return (
      <Film
        src={url}
        controls={!props.isStill}
        muted
        playsInline
        preload="metadata"
        onError={() => setBrokenUrl(url)}
        {...(props.isStill ? { 'aria-hidden': true } : { 'aria-label': props.alt })}
        onLoadedMetadata={({ currentTarget }: SyntheticEvent<HTMLVideoElement>) =>
          onSize?.({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })
        }
      />
    )
  }
  return (
    <Picture
      src={url}
      alt={props.alt}
      onLoad={({ currentTarget }: SyntheticEvent<HTMLImageElement>) =>
        onSize?.({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
      }
    />
  )
}
