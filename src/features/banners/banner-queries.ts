import { queryOptions } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { publicFileAddress } from '#src/session/address.ts'
import { firstAbort } from '#src/session/first-abort.ts'
import { bannerCalls, type Banner } from '#src/wire/banners.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import type { NewBanner } from './new-banner.ts'

const IMAGE_LIMIT_MS = 30_000
/** Limit for images from a project's own `api_url`. */
const MAX_SHOWN_BYTES = 20_000_000

/**
 * Downloads a public image from the project's own server ({host}/v1{path}), without access token,
 * cookies and referrer.
 */
async function downloadBlob(
  apiUrl: string | null,
  path: string,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await fetch(publicFileAddress(apiUrl, path), {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: firstAbort([signal, AbortSignal.timeout(IMAGE_LIMIT_MS)]),
  })
  if (!response.ok) throw new Error(`The image request failed with status ${response.status}`)
  const blob = await response.blob()
  if (blob.size > MAX_SHOWN_BYTES) throw new Error('The image is too large')
  return blob
}

export const bannerQueries = {
  list: (projectId: string) =>
    queryOptions({
      ...queryOf(bannerCalls.listBanners, { params: { project_id: projectId } }),
      meta: { keep: bannerCalls.listBanners.response },
    }),
  image: (apiUrl: string | null, path: string) =>
    queryOptions({
      queryKey: ['banner-images', { apiUrl, path }],
      queryFn: ({ signal }) => downloadBlob(apiUrl, path, signal),
      // A URL always has the same bytes. They leave memory soon after the screen closes.
      staleTime: Infinity,
      gcTime: 60_000,
    }),
}

/** Uploads a banner; sent again under the same key it is still one banner. */
export function createBanner(
  { key, what }: PendingWrite<NewBanner>,
  options: {
    onProgress: (fraction: number) => void
    signal: AbortSignal
    timeoutMs: number | undefined
  },
): Promise<Banner> {
  const form = new FormData()
  form.append('mobile_banner', what.mobile.file)
  form.append('desktop_banner', what.desktop.file)
  if (what.clickUrl !== null) form.append('click_url', what.clickUrl)
  return send(
    bannerCalls.createBanner,
    { params: { project_id: what.projectId }, body: form, idempotencyKey: key },
    options,
  )
}

/** Sets the order of all banners and resolves to them in it. */
export function reorderBanners(projectId: string, ordering: readonly string[]): Promise<Banner[]> {
  return send(bannerCalls.reorderBanners, {
    params: { project_id: projectId },
    body: { ordering },
  })
}

export function deleteBanner(projectId: string, bannerId: string): Promise<void> {
  return send(bannerCalls.deleteBanner, {
    params: { project_id: projectId, banner_id: bannerId },
  })
}
