import { useQuery } from '@tanstack/react-query'
import { useOnline } from '#src/api/use-online.ts'
import { parseAspectRatio } from '#src/domain/aspect-ratio.ts'
import { MissingPicture, Picture } from '#src/ui/Picture.tsx'
import { styled } from '#src/ui/theme.ts'
import { useObjectUrl } from '#src/ui/use-object-url.ts'
import { bannerQueries } from './banner-queries.ts'

const Place = styled('div')`
  position: relative;
  overflow: hidden;
  background: var(--skeleton);
`
/** A banner's image, in a box with its aspect ratio while it loads. */
export function BannerImage(props: {
  apiUrl: string | null
  path: string
  ratio: string
  alt: string
}) {
  const isOnline = useOnline()
  const { data: bytes = null, isError } = useQuery(bannerQueries.image(props.apiUrl, props.path))
  const url = useObjectUrl(bytes)
  // Images are not cached on the device.
  const errorText = isError ? 'Image did not load' : null
  const missingText = isOnline ? errorText : 'Not available offline'
  return (
    <Place style={{ aspectRatio: parseAspectRatio(props.ratio) ?? 1 }}>
      {url !== null && <Picture src={url} alt={props.alt} />}
      {bytes === null && missingText !== null && <MissingPicture>{missingText}</MissingPicture>}
    </Place>
  )
}
