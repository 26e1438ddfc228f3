import { useRef, useState } from 'react'
import type { ProjectOverview } from '#src/api/projects.ts'
import { newIdempotencyKey } from '#src/api/idempotency-key.ts'
import { useAction } from '#src/api/use-action.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { bannerDrafts, draftImage } from './banner-drafts.ts'
import { clickUrlFault, ratioWarning, type Device } from './banner-form.ts'
import { bannerQueries, createBanner, type NewBanner } from './banner-queries.ts'
import { ImagePicker } from './ImagePicker.tsx'

const Images = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 168px;
  gap: 24px;
  align-items: start;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    & > div:last-child {
      max-width: 168px;
    }
  }
`
const Link = styled('div')`
  display: grid;
  gap: 12px;
  padding-top: 16px;
  border-top: 1px solid var(--line);
`
const SwitchRow = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 36px;
`

const DEVICES = ['desktop', 'mobile'] as const

/** Uploads both images of a new banner, with where it leads. It goes last in the order. */
export function CreateBannerDialog(props: {
  project: ProjectOverview
  isOpen: boolean
  onClose: () => void
}) {
  const { project } = props
  const isOnline = useOnline()
  const draft = bannerDrafts.use(project.id)
  const { desktop = null, mobile = null, hasClickUrl = false, clickUrl = '' } = draft
  const images = { desktop, mobile }
  const ratios: Record<Device, string> = {
    desktop: project.banners_desktop_aspect_ratio ?? '',
    mobile: project.banners_mobile_aspect_ratio ?? '',
  }
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useRef<AbortController | null>(null)
  const touch = (field: string) => setTouched((before) => new Set(before).add(field))

  const { act, isBusy } = useAction({
    loading: 'Creating banner',
    success: 'Successfully created banner',
    failure: 'Error creating banner',
    refresh: [bannerQueries.list(project.id).queryKey],
    run: async (banner: NewBanner) => {
      const { key = newIdempotencyKey() } = bannerDrafts.read(project.id)
      bannerDrafts.change(project.id, { key })
      upload.current = new AbortController()
      setProgress(0)
      try {
        return await createBanner(project.id, banner, {
          key,
          onProgress: setProgress,
          signal: upload.current.signal,
        })
      } finally {
        setProgress(null)
      }
    },
  })

  const urlFault = clickUrlFault(hasClickUrl, clickUrl)
  const isReady = DEVICES.every((device) => {
    const image = images[device]
    return image !== null && ratioWarning(device, image, ratios[device]) === null
  })
  const end = () => {
    bannerDrafts.drop(project.id)
    setTouched(new Set())
    props.onClose()
  }
  const submit = async () => {
    setTouched(new Set([...DEVICES, 'url']))
    if (!desktop || !mobile || !isReady || urlFault !== null) return
    const banner: NewBanner = {
      desktop: desktop.file,
      mobile: mobile.file,
      clickUrl: hasClickUrl ? clickUrl.trim() : null,
    }
    if ((await act(banner)) !== undefined) end()
  }

  return (
    <Dialog
      title="Create a new Banner"
      isOpen={props.isOpen}
      onClose={end}
      isBusy={isBusy}
      width={680}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={isBusy ? () => upload.current?.abort() : end}>
            {isBusy ? 'Cancel upload' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={!isReady}
            isBusy={isBusy}
            busyLabel="Creating"
            disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
          >
            Confirm
          </Button>
        </>
      }
    >
      <Images>
        {DEVICES.map((device) => (
          <ImagePicker
            key={device}
            device={device}
            ratio={ratios[device]}
            image={images[device]}
            isTouched={touched.has(device)}
            disabled={isBusy}
            onChoose={(image) => draftImage(project.id, device, image)}
            onTouch={() => touch(device)}
          />
        ))}
      </Images>
      <Link>
        <SwitchRow>
          <span aria-hidden>Has click url?</span>
          <Switch
            layout="bare"
            label="Has click url?"
            checked={hasClickUrl}
            disabled={isBusy}
            onChange={(isOn) => bannerDrafts.change(project.id, { hasClickUrl: isOn })}
          />
        </SwitchRow>
        {hasClickUrl && (
          <TextField
            label="Click URL"
            inputMode="url"
            autoComplete="off"
            placeholder={project.website_url ?? 'https://'}
            value={clickUrl}
            disabled={isBusy}
            error={touched.has('url') ? (urlFault ?? undefined) : undefined}
            onChange={(event) => bannerDrafts.change(project.id, { clickUrl: event.target.value })}
            onBlur={() => touch('url')}
          />
        )}
        {progress !== null && <ProgressBar label="Uploading banner" value={progress} />}
      </Link>
    </Dialog>
  )
}
