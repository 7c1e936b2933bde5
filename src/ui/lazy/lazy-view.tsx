import { type ComponentType, Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import { reloadStylesheets } from './reload-stylesheets.ts'

export interface Retryable {
  /** Loads the code again. */
  onRetry: () => void
}

interface Placeholders<Props> {
  /** Rendered while the code is loading. */
  Loading?: ComponentType<Props>
  /** Rendered in place of code that could not be loaded; without it, nothing is. */
  Missing?: ComponentType<Props & Retryable>
}

/**
 * Returns a component that loads its code when it is first rendered. Code that cannot be loaded is missing and nothing
 * else: it is loaded again on request, once the network returns, and when the component is rendered the next time.
 */
export const lazyView = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Loading, Missing }: Placeholders<Props> = {},
): ComponentType<Props> => {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  // React remembers that a lazy component has failed, so that each attempt needs a new one. Its type does not carry the props.
  const attempt = () =>
    lazy(() => {
      reloadStylesheets()
      return load().then(
        (View) => ({ default: View }),
        () => ({ default: Failed }),
      )
    }) as unknown as ComponentType<Props>
  const retry = () => {
    Loaded = attempt()
    for (const listener of listeners) listener()
  }
  const Failed = (props: Props) => {
    useEffect(() => {
      const failed = Loaded
      addEventListener('online', retry)
      return () => {
        removeEventListener('online', retry)
        if (Loaded === failed) Loaded = attempt()
      }
    }, [])
    return Missing && <Missing {...props} onRetry={retry} />
  }
  let Loaded = attempt()
  const current = () => Loaded
  return function LazyView(props) {
    const View = useSyncExternalStore(subscribe, current, current)
    return (
      <Suspense fallback={Loading && <Loading {...props} />}>
        <View {...props} />
      </Suspense>
    )
  }
}
