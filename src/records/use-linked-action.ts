import { useSearchParams } from 'wouter'

const PARAM = 'action'

/**
 * An action that a link starts, such as `/bonus-codes?action=create`: the page opens its dialog while
 * `isLinked`. `end` removes the action from the URL, so that Back and a reload do not start it again.
 */
export function useLinkedAction(name: string): { isLinked: boolean; end: () => void } {
  const [params, setParams] = useSearchParams()
  const isLinked = params.get(PARAM) === name
  return {
    isLinked,
    end: () => {
      if (!isLinked) return
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete(PARAM)
          return next
        },
        { replace: true },
      )
    },
  }
}
