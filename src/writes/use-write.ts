import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { WriteMeta } from '#src/cache/mutation-cache.ts'

/**
 * React Query's useMutation for one form or button: while a write runs, another is not started, not
 * even by the second click of a double click. The MutationCache reports it by its `meta`.
 *
 * `write` never rejects. It resolves to the result, or to undefined if there is none: the write
 * failed, or was refused because the app is offline or the previous write is still running. Afterwards
 * React Query keeps neither input nor result, which may be secrets.
 */
export function useWrite<Result, Input = void>(mutation: {
  mutationFn: (input: Input) => Promise<Result>
  meta: WriteMeta<Input, Result>
}): { write: (input: Input) => Promise<Result | undefined>; isBusy: boolean } {
  const { mutateAsync, isPending, reset } = useMutation(mutation)
  const isRunning = useRef(false)
  const write = useCallback(
    async (input: Input) => {
      if (isRunning.current) return undefined
      isRunning.current = true
      const result = await mutateAsync(input).catch(() => undefined)
      isRunning.current = false
      reset()
      return result
    },
    [mutateAsync, reset],
  )
  return { write, isBusy: isPending }
}
