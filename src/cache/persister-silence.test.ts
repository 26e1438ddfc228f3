import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES } from '#src/state/storage.ts'
import { holdDatabases } from '#tests/support/server/held-databases.ts'
import { until } from '#tests/support/server/until.ts'

it('data that a silent disk did not store for one user is not written for the next', async () => {
  const release = holdDatabases()
  const { queryClient } = await import('./query-client.ts')
  const { cacheHealth, openCache } = await import('./persister.ts')
  const { leaveSession } = await import('#src/state/session.ts')
  const fetchAs = (name: string) =>
    queryClient.fetchQuery({
      queryKey: [name],
      queryFn: async () => 1,
      meta: { keep: z.number() },
    })
  await openCache('ann')
  await fetchAs('/of ann')
  await until(() => expect(cacheHealth.error).toBe('silent'))
  leaveSession()
  await openCache('ben')
  await fetchAs('/of ben')
  release()
  vi.unstubAllGlobals()
  const disk = new IdbStore<unknown>(DATABASES.cache)
  await until(async () => expect(await disk.keys()).toContain('saleroom:v2:ben-["/of ben"]'))
  await until(() => expect(cacheHealth.error).toBe('none'))
  expect((await disk.keys()).filter((key) => key.includes('of ann'))).toEqual([])
  // Else ben's session would sweep what the next test file keeps for another user.
  leaveSession()
  await disk.clear()
})
