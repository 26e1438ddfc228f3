import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { until } from '#tests/support/server/until.ts'
import { refetch } from './refetch.ts'

/** A list that is on screen, and each of its calls with the means to answer it. */
function open(client: QueryClient) {
  const calls: { signal: AbortSignal; answer: (list: string) => void }[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ signal }) =>
      new Promise<string>((answer, refuse) => {
        calls.push({ signal, answer })
        signal.addEventListener('abort', () => refuse(signal.reason))
      }),
  })
  observer.subscribe(() => undefined)
  return { calls, observer }
}

it('ignores a first response that was requested before the change', async () => {
  const client = new QueryClient()
  const { calls, observer } = open(client)
  expect(calls).toHaveLength(1)
  const refetched = refetch(client, { queryKey: ['list'] })
  await until(() => expect(calls).toHaveLength(2))
  expect(calls[0]?.signal.aborted).toBe(true)
  calls[0]?.answer('before')
  calls[1]?.answer('after')
  await refetched
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isSuccess: true })
})

it('invalidates inactive queries before anything can show them', async () => {
  const client = new QueryClient()
  client.setQueryData(['list'], 'before')
  const isMarked = () => client.getQueryState(['list'])?.isInvalidated
  const refetched = refetch(client, { queryKey: ['list'] })
  expect(isMarked()).toBe(true)
  await refetched
  expect(isMarked()).toBe(true)
})
