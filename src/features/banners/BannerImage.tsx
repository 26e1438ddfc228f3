import { useQuery } from '@tanstack/react-query'
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
/** A banner's image in the place that its ratio gives it, also before it is there. */
export function BannerImage(props: {
  apiUrl: string | null
  path: string
  ratio: string
  alt: string
}) {
  const { data: bytes = null, isError } = useQuery(bannerQueries.image(props.apiUrl, props.path))
  const url = useObjectUrl(bytes)
  return (
    <Place style={{ aspectRatio: parseAspectRatio(props.ratio) ?? 1 }}>
      {url !== null && <Picture src={url} alt={props.alt} />}
      {isError && bytes === null && <MissingPicture>Image did not load</MissingPicture>}
    </Place>
  )
}
