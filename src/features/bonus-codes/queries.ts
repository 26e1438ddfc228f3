import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { http } from '#src/api/http.ts'
import type { PagedListSource } from '#src/api/use-paged-list.ts'
import { bonusCodePageSchema, bonusCodeSchema, type BonusCode } from '#src/wire/bonus-codes.ts'
import type { Page } from '#src/wire/paging.ts'

export const bonusCodeList: PagedListSource<BonusCode> = {
  resource: 'bonus-codes',
  path: '/bonus-codes',
  schema: bonusCodePageSchema,
  idOf: (row) => row.id,
}

export function disableBonusCode(code: BonusCode): Promise<BonusCode> {
  const [project, id] = [code.project_id, code.id].map(encodeURIComponent)
  return http.post(`/bonus-codes/${project}/${id}/disable`, undefined, bonusCodeSchema)
}

/** Puts a code's new state into every list that shows it, where it stands. */
export function showBonusCode(client: QueryClient, code: BonusCode): void {
  client.setQueriesData<InfiniteData<Page<BonusCode>, number>>(
    { queryKey: [bonusCodeList.resource] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          results: page.results.map((row) => (row.id === code.id ? code : row)),
        })),
      },
  )
}
