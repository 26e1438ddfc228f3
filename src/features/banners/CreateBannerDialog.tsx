import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refetch } from '#src/api/refetch.ts'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Banner } from '#src/wire/banners.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useIdempotentMutation } from '#src/writes/use-idempotent-mutation.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import { validateClickUrl, ratioWarning, type Device } from './banner-form.ts'
import { bannerQueries, createBanner } from './banner-queries.ts'
import { ImagePicker } from './ImagePicker.tsx'
import { bannerDrafts, draftImage, newBanners, type NewBanner } from './new-banner.ts'

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
  min-height: 24px;
`

const DEVICES = ['desktop', 'mobile'] as const

/** Uploads both images of a new banner with its click URL. The banner is the last in the order. */
export function CreateBannerDialog(props: {
  project: ProjectOverview
  /** The pending banner that the dialog checks. */
  checked: PendingWrite<NewBanner> | undefined
  onClose: () => void
}) {
  const { project } = props
  const client = useQueryClient()
  const draft = bannerDrafts.use(project.id)
  const { desktop = null, mobile = null, hasClickUrl = false, clickUrl = '' } = draft
  const images = { desktop, mobile }
  const hasChanges = desktop !== null || mobile !== null || hasClickUrl || clickUrl !== ''
  const ratios: Record<Device, string> = {
    desktop: project.banners_desktop_aspect_ratio ?? '',
    mobile: project.banners_mobile_aspect_ratio ?? '',
  }
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useRef<AbortController | null>(null)
  const touch = (field: string) => setTouched((before) => new Set(before).add(field))

  const end = () => {
    bannerDrafts.drop(project.id)
    props.onClose()
  }
  const create = useIdempotentMutation<NewBanner, Banner>({
    pendingWrites: newBanners,
    target: project.id,
    checked: props.checked,
    send: async (write, timeoutMs) => {
      upload.current = new AbortController()
      const { signal } = upload.current
      setProgress(0)
      return createBanner(write, { onProgress: setProgress, signal, timeoutMs }).finally(() =>
        setProgress(null),
      )
    },
    onApplied: () => void refetch(client, { queryKey: bannerQueries.list(project.id).queryKey }),
    onDone: end,
    meta: {
      loading: 'Creating banner',
      success: 'Successfully created banner',
      failure: 'Error creating banner',
    },
  })
  const { unconfirmed, isLocked } = create
  const sent = unconfirmed?.what
  useEffect(() => {
    // A pending banner from before a reload replaces the draft, even if it fails in the end.
    if (!sent) return
    draftImage(project.id, 'desktop', sent.desktop)
    draftImage(project.id, 'mobile', sent.mobile)
    bannerDrafts.change(project.id, {
      hasClickUrl: sent.clickUrl !== null,
      clickUrl: sent.clickUrl ?? '',
    })
    // A pending write never changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unconfirmed?.key])

  const urlError = validateClickUrl(hasClickUrl, clickUrl)
  const isReady = DEVICES.every((device) => {
    const image = images[device]
    return image !== null && ratioWarning(device, image, ratios[device]) === null
  })
  const submit = () => {
    setTouched(new Set([...DEVICES, 'url']))
    if (!desktop || !mobile || !isReady || urlError !== null || isLocked) return
    void create.send({
      projectId: project.id,
      // Copies, because the draft's images are reactive.
      desktop: { ...desktop },
      mobile: { ...mobile },
      clickUrl: hasClickUrl ? clickUrl.trim() : null,
    })
  }

  return (
    <WriteDialog
      title="Create a new Banner"
      width={680}
      write={create}
      hasChanges={hasChanges && unconfirmed === undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={end}
      verb="Confirm"
      busyVerb="Creating"
      isReady={isReady}
      onCancelUpload={progress === null ? undefined : () => upload.current?.abort()}
      notes={{
        what: 'the banner was created',
        done: 'created',
        place: 'the list',
        promise: 'Checking never creates it twice.',
        other: (
          <>
            Another banner for the <bdi>{project.id}</bdi> token
          </>
        ),
      }}
    >
      <Images>
        {DEVICES.map((device) => (
          <ImagePicker
            key={device}
            device={device}
            ratio={ratios[device]}
            image={images[device]}
            isTouched={touched.has(device)}
            disabled={isLocked}
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
            disabled={isLocked}
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
            disabled={isLocked}
            error={touched.has('url') ? (urlError ?? undefined) : undefined}
            onChange={(event) => bannerDrafts.change(project.id, { clickUrl: event.target.value })}
            onBlur={() => touch('url')}
          />
        )}
        {progress !== null && <ProgressBar label="Uploading banner" value={progress} />}
      </Link>
    </WriteDialog>
  )
}
