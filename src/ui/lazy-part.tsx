import { lazy, useState } from 'react'
import type { ComponentType, FunctionComponent } from 'react'

export type LazyPart<Props = object> = FunctionComponent<Props> & {
  preload: () => Promise<unknown>
}

/**
 * A screen, or a part of one, in a chunk of its own. Once loaded it renders at once: React.lazy
 * would hold its fallback for 300 ms on every visit, because wouter's navigation is no transition. A
 * chunk that can't be had is asked for once more; then the error boundary takes over, whose retry
 * asks anew, while React.lazy would fail for ever.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  const preload = () => {
    loading ??= load()
      .catch(() => load())
      .then(
        (component) => {
          loaded = component
          return { default: component }
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
    return loading
  }
  function Part(props: Props) {
    // Made when it is needed, so that a failed load is tried anew on the next visit.
    const [Loaded] = useState<ComponentType<Props>>(() => loaded ?? lazy(preload))
    return <Loaded {...props} />
  }
  return Object.assign(Part, { preload })
}
