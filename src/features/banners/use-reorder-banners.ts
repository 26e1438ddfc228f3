import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryClient } from '#src/cache/query-client.ts'
import type { Banner } from '#src/wire/banners.ts'
import { bannerQueries, reorderBanners } from './banner-queries.ts'

const idsOf = (banners: readonly Banner[]) => banners.map((banner) => banner.id)
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, at) => id === b[at])

/**
 * Shows a new order at once and saves it. During a save later orders wait, and only the last one is
 * sent. After an error, also offline, the last saved order is shown again.
 */
export function useReorderBanners(projectId: string): (banners: readonly Banner[]) => void {
  const { queryKey } = bannerQueries.list(projectId)
  const wanted = useRef<readonly string[]>([])
  const saved = useRef<readonly Banner[]>([])
  const isSaving = useRef(false)
  const show = (banners: readonly Banner[]) =>
    queryClient.setQueryData<Banner[]>(queryKey, [...banners])
  const stop = () => {
    isSaving.current = false
    show(saved.current)
  }

  // Not useWrite, which would ignore an order that arrives while the last save ends.
  const { mutate } = useMutation({
    mutationFn: async () => {
      let order: readonly string[]
      do {
        order = wanted.current
        saved.current = await reorderBanners(projectId, order)
      } while (!isSame(order, wanted.current))
      stop()
    },
    onError: stop,
    meta: {
      loading: 'Reordering banners',
      success: 'Successfully reordered banners',
      failure: 'Error reordering banners',
      invalidates: [queryKey],
    },
  })

  return (banners) => {
    const before = queryClient.getQueryData(queryKey) ?? []
    wanted.current = idsOf(banners)
    void queryClient.cancelQueries({ queryKey })
    show(banners)
    if (isSaving.current) return
    isSaving.current = true
    saved.current = before
    mutate()
  }
}
