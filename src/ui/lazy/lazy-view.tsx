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
  const Failed = (props: Props) => {
    useEffect(() => retryOnline(attempts), [])
    return Missing && <Missing {...props} onRetry={attempts.retry} />
  }
  const loadView = async () => {
    reloadStylesheets()
    return { default: await load().catch(() => Failed) }
  }
  // The type that `lazy` returns does not carry the props.
  const attempts = createAttempts(() => lazy(loadView) as unknown as ComponentType<Props>)
  return function LazyView(props) {
    const { id, View } = useSyncExternalStore(attempts.subscribe, attempts.latest, attempts.latest)
    return (
      // By the key, what stood for missing code is gone while the code is loaded again, and not only hidden: a dialog that is
      // hidden reports that it was closed.
      <Suspense key={id} fallback={Loading && <Loading {...props} />}>
        <View {...props} />
      </Suspense>
    )
  }
}

/** Holds the latest attempt to load a view. React remembers that a lazy component has failed, so that each one is new. */
const createAttempts = <View,>(create: () => View) => {
  const listeners = new Set<() => void>()
  let attempt = { id: 0, View: create() }
  const renew = () => {
    attempt = { id: attempt.id + 1, View: create() }
  }
  return {
    latest: () => attempt,
    /** Has the view loaded again when it is rendered the next time. */
    renew,
    retry: () => {
      renew()
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Loads a view again once the network returns. Returns a function that stops that, for an attempt that is over. */
const retryOnline = ({ latest, renew, retry }: ReturnType<typeof createAttempts>) => {
  const failed = latest()
  addEventListener('online', retry)
  return () => {
    removeEventListener('online', retry)
    if (latest() === failed) renew()
  }
}
