import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { refetch } from '#src/cache/refetch.ts'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'
import { FormSwitch, FormText } from '#src/writes/form-fields.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import {
  bannerFormSchema,
  DEVICES,
  EMPTY_BANNER,
  ratioWarning,
  type ChosenImage,
  type Device,
} from './banner-form.ts'
import { bannerQueries, createBanner } from './banner-queries.ts'
import { ImagePicker } from './ImagePicker.tsx'
import { bannerDrafts, newBanners, type NewBanner } from './new-banner.ts'

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
const Link = styled('fieldset')`
  display: grid;
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 16px 0 0;
  border: 0;
  border-top: 1px solid var(--line);
  & > [role='switch'] {
    height: 24px;
  }
`

/** Uploads both images of a new banner with its click URL. The banner is the last in the order. */
export function CreateBannerDialog(props: {
  project: ProjectOverview
  /** The pending banner that the dialog checks. */
  checked: PendingWrite<NewBanner> | undefined
  onClose: () => void
}) {
  const { project } = props
  const client = useQueryClient()
  const ratios: Record<Device, string> = {
    desktop: project.banners_desktop_aspect_ratio ?? '',
    mobile: project.banners_mobile_aspect_ratio ?? '',
  }
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useRef<AbortController | null>(null)
  const { form, isLocked, dialog } = useWriteForm({
    schema: bannerFormSchema(ratios),
    initial: EMPTY_BANNER,
    drafts: bannerDrafts,
    draftId: project.id,
    extra: {},
    toBody: ({ hasClickUrl, clickUrl, ...images }): NewBanner => ({
      projectId: project.id,
      // The schema requires both images.
      ...(images as Record<Device, ChosenImage>),
      clickUrl: hasClickUrl ? clickUrl.trim() : null,
    }),
    toForm: ({ desktop, mobile, clickUrl }) => ({
      desktop,
      mobile,
      hasClickUrl: clickUrl !== null,
      clickUrl: clickUrl ?? '',
    }),
    write: {
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
      meta: {
        loading: 'Creating banner',
        success: 'Successfully created banner',
        failure: 'Error creating banner',
      },
    },
    onClose: props.onClose,
  })
  const [desktop, mobile, hasClickUrl] = useWatch({
    control: form.control,
    name: ['desktop', 'mobile', 'hasClickUrl'],
  })
  const images = { desktop, mobile }
  const isReady = DEVICES.every((device) => {
    const image = images[device]
    return image !== null && ratioWarning(device, image, ratios[device]) === null
  })

  return (
    <WriteDialog
      title="Create a new Banner"
      width={680}
      {...dialog}
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
          <Controller
            key={device}
            control={form.control}
            name={device}
            render={({ field, fieldState }) => (
              <ImagePicker
                device={device}
                ratio={ratios[device]}
                image={field.value}
                isTouched={fieldState.isTouched || form.formState.isSubmitted}
                disabled={isLocked}
                onChoose={field.onChange}
                onTouch={field.onBlur}
              />
            )}
          />
        ))}
      </Images>
      <Link disabled={isLocked}>
        <FormSwitch form={form} name="hasClickUrl" label="Has click url?" />
        {hasClickUrl && (
          <FormText
            form={form}
            name="clickUrl"
            label="Click URL"
            inputMode="url"
            autoComplete="off"
            placeholder={project.website_url ?? 'https://'}
          />
        )}
        {progress !== null && <ProgressBar label="Uploading banner" value={progress} />}
      </Link>
    </WriteDialog>
  )
}
