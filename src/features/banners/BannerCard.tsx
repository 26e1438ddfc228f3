import type { ReactNode } from 'react'
import type { ProjectOverview } from '#src/wire/projects.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import type { Banner } from '#src/wire/banners.ts'
import { About, BannerBox, ClickUrl, HandlePlace } from './banner-card-frame.ts'
import { bannerQueries, deleteBanner } from './banner-queries.ts'
import { BannerImage } from './BannerImage.tsx'
import { DeviceFrame } from './DeviceFrame.tsx'

/** A banner as the sale shows it on a laptop and a phone. `number` is its place, from 1. */
export function BannerCard(props: {
  banner: Banner
  project: ProjectOverview
  number: number
  handle: ReactNode
}) {
  const { banner, project, number } = props
  const name = `Banner ${number}`
  const desktopRatio = project.banners_desktop_aspect_ratio ?? ''
  const mobileRatio = project.banners_mobile_aspect_ratio ?? ''
  return (
    <BannerBox as="article" aria-label={name}>
      <HandlePlace>{props.handle}</HandlePlace>
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
      <About>
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
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      isBusy={isBusy}
      onConfirm={() => write()}
    >
      Are you sure you want to delete this banner?
    </ConfirmButton>
  )
}
