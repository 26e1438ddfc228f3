import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { parseAspectRatio } from '#src/domain/aspect-ratio.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { styled } from '#src/ui/theme.ts'
import { useObjectUrl } from '#src/ui/use-object-url.ts'
import { bannerQueries } from './banner-queries.ts'

const Place = styled('div')`
  position: relative;
  overflow: hidden;
  background: var(--skeleton);
  & > img {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
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
      {url !== null && <img src={url} alt={props.alt} draggable={false} />}
      {isError && bytes === null && (
        <Missing>
          <Icon of={ImageOff} size={20} />
          Image did not load
        </Missing>
      )}
    </Place>
  )
}
