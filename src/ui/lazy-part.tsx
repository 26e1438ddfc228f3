import { lazy } from 'react'
import type { ComponentType, FunctionComponent } from 'react'
import { inTime } from '#src/domain/with-timeout.ts'

export type LazyPart<Props = object> = FunctionComponent<Props> & {
  preload: () => Promise<unknown>
}

/** As long as a read of data: to a person who waits for a screen both are one wait. */
const LOAD_LIMIT_MS = 15_000

/** What a part fails with. It fails so on every render until `retry` was called. */
export class PartError extends Error {
  readonly retry: () => void
  constructor(cause: unknown, retry: () => void) {
    super('The code did not load', { cause })
    this.retry = retry
  }
}

/**
 * A screen, or a part of one, in a chunk of its own. Once loaded it renders at once: React.lazy
 * would hold its fallback for 300 ms on every visit, because wouter's navigation is no transition. A
 * chunk that fails to load is requested once more; after that, or after 15 s, the part throws a
 * PartError, until its retry or the next preload. React keeps no state of a part that was never
 * shown, so what it waits for is kept here: it would load again on each render.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  let failure: PartError | undefined
  // What a render of the present load waits for.
  let Pending: ComponentType<Props> | undefined
  const fetchPart = async () => {
    // Also when it comes too late: the next try has it at once.
    loaded = await load().catch(() => load())
    return loaded
  }
  const retry = () => {
    failure = undefined
  }
  const start = () => {
    loading ??= inTime(fetchPart(), LOAD_LIMIT_MS, () => new Error('Not in time')).catch(
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
