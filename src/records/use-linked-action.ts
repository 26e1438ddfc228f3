import { useSearchParams } from 'wouter'

const PARAM = 'action'

/**
 * An action that a link starts, such as `/bonus-codes?action=create`: the page opens its dialog while
 * `isLinked`. `start` does what the link does. `end` removes the action from the URL, so that Back and
 * a reload do not start it again.
 */
export function useLinkedAction(name: string): {
  isLinked: boolean
  start: () => void
  end: () => void
} {
  const [params, setParams] = useSearchParams()
  const isLinked = params.get(PARAM) === name
  const change = (edit: (next: URLSearchParams) => void) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        edit(next)
        return next
      },
      { replace: true },
    )
  return {
    isLinked,
    start: () => change((next) => next.set(PARAM, name)),
    end: () => {
      if (isLinked) change((next) => next.delete(PARAM))
    },
  }
}
