import { useEffect, useEffectEvent, useState } from 'react'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { useMayWrite } from '#src/state/session.ts'
import { showReason } from '#src/ui/controls/Button.tsx'

const PARAM = 'action'
/** The actions that change nothing: people who only look start them too. */
const READING = new Set(['export'])

/**
 * An action that a link starts, such as `/bonus-codes?action=create`: the page shows its dialog while
 * `isOpen`. `start` does what the link does. `end` removes the action from the URL, so that Back and
 * a reload do not start it again.
 * @param refusal why the action can't start now: it then ends at once, and the reason is shown. Null
 * while that is not known: the action waits. One that has started goes on.
 * @param params what the link gives the action, which ends with it
 */
export function useLinkedAction(
  name: string,
  refusal: string | null | undefined,
  params: readonly string[] = [],
): {
  isOpen: boolean
  start: () => void
  end: () => void
} {
  const [url, change] = useUrlParams()
  const isAllowed = useMayWrite() || READING.has(name)
  const isLinked = url.get(PARAM) === name
  const [hasStarted, setStarted] = useState(false)
  const isOpen = isLinked && (hasStarted || (isAllowed && refusal === undefined))
  if (isOpen !== hasStarted) setStarted(isOpen)

  const edit = (set: (next: URLSearchParams) => void) =>
    change(
      (next) => {
        set(next)
        return next
      },
      { replace: true },
    )
  const end = () => {
    if (!isLinked) return
    edit((next) => {
      for (const param of [PARAM, ...params]) next.delete(param)
    })
  }
  const refuse = useEffectEvent((reason: string) => {
    showReason(reason)
    end()
  })
  const reason = isLinked && !isOpen ? (isAllowed ? refusal : READ_ONLY) : undefined
  useEffect(() => {
    if (reason != null) refuse(reason)
  }, [reason])
  return { isOpen, start: () => edit((next) => next.set(PARAM, name)), end }
}
