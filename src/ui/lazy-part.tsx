import { lazy } from 'react'
import type { ComponentType, FunctionComponent } from 'react'
import { withTimeout } from '#src/domain/time/waits.ts'

export type LazyPart<Props = object> = FunctionComponent<Props> & {
  preload: () => Promise<unknown>
}

/** The same limit as for a data request. */
const LOAD_LIMIT_MS = 15_000

/** Thrown by a part that did not load, on every render until `retry` is called. */
export class PartError extends Error {
  readonly retry: () => void
  constructor(cause: unknown, retry: () => void) {
    super('The code did not load', { cause })
    this.retry = retry
  }
}

/**
 * A page, or a part of one, in its own chunk: the component of this name in the module. Once loaded
 * it renders synchronously: React.lazy would show its fallback for 300 ms on every visit, because
 * wouter's navigation is not a transition. A chunk that fails to load is requested once more. If
 * that fails too, or after 15 s, the part throws a PartError until `retry` or the next `preload`.
 * React keeps no state of a component that never rendered, so the pending load is stored here.
 */
export function lazyPart<Name extends string, Props extends object = object>(
  load: () => Promise<{ [Key in Name]: ComponentType<Props> }>,
  name: Name,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  let failure: PartError | undefined
  // Suspends until the current load completes.
  let Pending: ComponentType<Props> | undefined
  const fetchPart = async () => {
    // Also set after the time limit: the next render uses it.
    const module = await load().catch(() => load())
    loaded = module[name]
    return loaded
  }
  const retry = () => {
    failure = undefined
  }
  const start = () => {
    loading ??= withTimeout(fetchPart(), LOAD_LIMIT_MS, () => new Error('Not in time')).catch(
      (error: unknown) => {
        loading = undefined
        Pending = undefined
        failure = new PartError(error, retry)
        throw failure
      },
    )
    return loading
  }
  const preload = () => {
    retry()
    return start()
  }
  function Part(props: Props) {
    if (failure && !loaded) throw failure
    Pending ??= lazy(async () => ({ default: await start() }))
    const Loaded = loaded ?? Pending
    return <Loaded {...props} />
  }
  return Object.assign(Part, { preload })
}
