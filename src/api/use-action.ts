import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { runAction } from './action.ts'
import type { Action } from './action.ts'
import { refetch } from './refetch.ts'

export { errorText as failureText } from './action.ts'

type Refreshing = {
  /** Query keys (or their beginnings) whose answers are no longer true afterwards. */
  refresh?: readonly QueryKey[]
}

/**
 * The only place that tells a person how a write went. `act` refuses at once while offline and
 * while it is busy; it answers the result, or undefined when there is none. What `refresh` names is
 * stale before `act` answers, so that nothing which follows can show the old state.
 */
export function useAction<Input, Result>(
  action: Action<Input, Result> & Refreshing,
): {
  act: (input: Input) => Promise<Result | undefined>
  isBusy: boolean
} {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const latest = useRef(action)
  useLayoutEffect(() => {
    latest.current = action
  })

  const act = useCallback(
    async (input: Input): Promise<Result | undefined> => {
      if (busy.current) return undefined
      const { refresh = [], ...rest } = latest.current
      busy.current = true
      setBusy(true)
      try {
        return await runAction(rest, input, () => {
          for (const queryKey of refresh) void refetch(client, { queryKey })
        })
      } finally {
        busy.current = false
        setBusy(false)
      }
    },
    [client],
  )
  return { act, isBusy }
}
