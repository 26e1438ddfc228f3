import { noticeQueries, retryNotice } from '#src/api/notices.ts'
import type { Notice } from '#src/wire/notices.ts'
import { useWrite } from './use-write.ts'

/** Sends notices of a list, newest first, again. */
export function useRetryNotices() {
  return useWrite({
    mutationFn: async (notices: readonly Notice[]) => {
      // The oldest first: they are sent in this order.
      for (const { id } of notices.toReversed()) await retryNotice(id)
    },
    meta: {
      success: 'Sending again',
      failure: 'Error sending again',
      invalidates: [noticeQueries.all],
    },
  })
}
