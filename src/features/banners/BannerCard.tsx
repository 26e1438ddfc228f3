import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { parseAspectRatio } from '#src/domain/aspect-ratio.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx'
import { MissingPicture, Picture } from '#src/ui/Picture.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useObjectUrl } from '#src/ui/use-object-url.ts'
import type { Banner } from '#src/wire/banners.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import { bannerQueries, deleteBanner } from './banner-queries.ts'
import { DeviceFrame } from './DeviceFrame.tsx'

const columns =
  (others: string) =>
  ({ $hasHandle }: { $hasHandle: boolean }) =>
    $hasHandle ? `24px ${others}` : others

/** The grid of a banner's card: handle, laptop, phone, details. */
const BannerBox = styled(Surface)<{ $hasHandle: boolean }>`
  display: grid;
  grid-template-columns: ${columns('minmax(0, 432px) 124px minmax(216px, 1fr)')};
  gap: 0 32px;
  align-items: center;
  margin-bottom: 12px;
  padding: 24px 24px 20px ${(p) => (p.$hasHandle ? 16 : 24)}px;
  @media (max-width: 1199px) {
    grid-template-columns: ${columns('minmax(0, 1fr) 124px')};
    gap: 16px 24px;
  }
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr) 104px;
    gap: 12px 16px;
    align-items: end;
    /* The name stands beside the handle, or has the line for itself. */
    padding: ${(p) => (p.$hasHandle ? 12 : 52)}px 16px 16px;
  }
`
const HandlePlace = styled('div')`
  display: grid;
  place-items: center;
  & > button {
    width: 24px;
    height: 44px;
  }
  ${MOBILE} {
    grid-column: 1 / -1;
    justify-self: end;
    & > button {
      width: 44px;
      margin: 0 -12px -8px 0;
    }
  }
`
const About = styled('div')<{ $hasHandle: boolean }>`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  align-self: stretch;
  gap: 16px;
  min-width: 0;
  padding-left: 32px;
  border-left: 1px solid var(--line);
  & button {
    margin-top: auto;
  }
  & > h2 {
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  @media (max-width: 1199px) {
    grid-column: ${(p) => (p.$hasHandle ? 2 : 1)} / -1;
    padding: 0;
    border: 0;
    & button {
      margin-top: 0;
    }
  }
  ${MOBILE} {
    grid-column: 1 / -1;
    & button {
      align-self: stretch;
    }
    & > h2 {
      position: absolute;
      top: 18px;
    }
  }
`
const ClickUrl = styled('div')`
  display: grid;
  gap: 6px;
  width: 100%;
  min-width: 0;
  & > span:first-child {
    font: var(--t-small);
    font-weight: 500;
    color: var(--text-3);
  }
  & > span:last-child {
    overflow-wrap: anywhere;
    color: var(--text-1);
  }
`

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

/** A banner as the presale site shows it on a laptop and a phone. `number` is its position, from 1. */
export function BannerCard(props: {
  banner: Banner
  project: ProjectOverview
  number: number
  /** Null for people who only look: they do not move it. */
  handle: ReactNode
}) {
  const { banner, project, number } = props
  const name = `Banner ${number}`
  const hasHandle = props.handle !== null
  const desktopRatio = project.banners_desktop_aspect_ratio ?? ''
  const mobileRatio = project.banners_mobile_aspect_ratio ?? ''
  return (
    <BannerBox as="article" aria-label={name} $hasHandle={hasHandle}>
      {hasHandle && <HandlePlace>{props.handle}</HandlePlace>}
      <DeviceFrame device="desktop" ratio={desktopRatio}>
        <BannerImage
          apiUrl={project.api_url}
          path={banner.desktop_image_url}
          ratio={desktopRatio}
          alt={`${name} on a desktop`}
        />
      </DeviceFrame>
      <DeviceFrame device="mobile" ratio={mobileRatio}>
        <BannerImage
          apiUrl={project.api_url}
          path={banner.mobile_image_url}
          ratio={mobileRatio}
          alt={`${name} on a phone`}
        />
      </DeviceFrame>
      <About $hasHandle={hasHandle}>
        <h2>{name}</h2>
        <ClickUrl>
          <span>Click URL</span>
          {banner.click_url ? (
            <span>{banner.click_url}</span>
          ) : (
            <span style={{ color: 'var(--text-3)' }}>None</span>
          )}
        </ClickUrl>
        <DeleteBanner banner={banner} projectId={project.id} />
      </About>
    </BannerBox>
  )
}

function DeleteBanner({ banner, projectId }: { banner: Banner; projectId: string }) {
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const lock = useWriteLock()
  const { write, isBusy } = useWrite({
    mutationFn: () => deleteBanner(projectId, banner.id),
    meta: {
      loading: 'Deleting banner',
      success: 'Successfully deleted banner',
      failure: 'Error',
      invalidates: [bannerQueries.list(projectId).queryKey],
    },
  })
  return (
    <ConfirmButton
      label="Delete"
      busyLabel="Deleting"
      title="Delete Banner?"
      isHidden={!mayWrite}
      lock={lock}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      isBusy={isBusy}
      onConfirm={() => write()}
    >
      Are you sure you want to delete this banner?
    </ConfirmButton>
  )
}
