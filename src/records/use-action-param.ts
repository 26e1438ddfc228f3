import { useSearchParams } from 'wouter'

const PARAM = 'action'

/** Whether the URL of a page opens its dialog, as a link of the search does. */
export function useActionParam(action: string): {
  isOpen: boolean
  open: () => void
  close: () => void
} {
  const [params, setParams] = useSearchParams()
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
    isOpen: params.get(PARAM) === action,
    open: () => change((next) => next.set(PARAM, action)),
    close: () => change((next) => next.delete(PARAM)),
  }
}
