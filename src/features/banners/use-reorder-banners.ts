import { useRef } from 'react'
import { queryClient } from '#src/api/query-client.ts'
import type { Banner } from '#src/wire/banners.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { bannerQueries, reorderBanners } from './banner-queries.ts'

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, at) => id === b[at])

/**
 * Shows a new order at once and saves it. During a save later orders wait, and only the last one is
 * sent. After an error the last saved order is shown again.
 */
export function useReorderBanners(projectId: string): (banners: readonly Banner[]) => void {
  const { queryKey } = bannerQueries.list(projectId)
  const wanted = useRef<readonly string[] | null>(null)
  const show = (banners: readonly Banner[]) =>
    queryClient.setQueryData<Banner[]>(queryKey, [...banners])

  const { write, isBusy } = useWrite({
    mutationFn: async (before: readonly Banner[]) => {
      let saved = before
      try {
        for (let order = wanted.current; order !== null; order = wanted.current) {
          saved = await reorderBanners(projectId, order)
          if (wanted.current !== null && isSame(wanted.current, order)) wanted.current = null
        }
      } catch (error) {
        show(saved)
        throw error
      } finally {
        wanted.current = null
      }
      show(saved)
    },
    meta: {
      loading: 'Reordering banners',
      success: 'Successfully reordered banners',
      failure: 'Error reordering banners',
      invalidates: [queryKey],
    },
  })

  const save = async (before: readonly Banner[]) => {
    await write(before)
    if (wanted.current === null) return
    // Rejected before sending, for example while offline.
    wanted.current = null
    show(before)
  }

  return (banners) => {
    const before = queryClient.getQueryData(queryKey) ?? []
    wanted.current = banners.map((banner) => banner.id)
    void queryClient.cancelQueries({ queryKey })
    show(banners)
    if (!isBusy) void save(before)
  }
}
