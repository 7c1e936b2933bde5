/** Hooks that read resources from the cache and render again only when those change. */
import { computed } from 'alien-signals'
import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import type { ResourceCache } from './resource-cache.ts'
import { subscribe, untracked } from './signals.ts'

export const ResourceCacheContext = createContext<ResourceCache | null>(null)

/** Returns the cache of resources; throws outside of a `<ResourceCacheContext>`. */
export function useResourceCache(): ResourceCache {
  const cache = use(ResourceCacheContext)
  if (!cache) throw new Error('useResourceCache needs a <ResourceCacheContext>')
  return cache
}

/**
 * Returns a value derived from resources. The component renders again only when one of the resources that `select`
 * read has changed and the new value is not equal to the old one by `isEqual`.
 */
export function useResourceSelector<Value>(
  select: (read: ReadResource) => Value,
  isEqual: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const cache = useResourceCache()
  // The last value outlives `select`, which is a new function at every render.
  const [last] = useState<{ value?: Value }>(() => ({}))
  const [subscribeToValue, getValue] = useMemo(() => {
    const compute = (): Value => {
      const selected = select(cache.read)
      if (!('value' in last) || !isEqual(last.value as Value, selected)) last.value = selected
      return last.value as Value
    }
    const value = computed(compute)
    // Until there is a subscription, the value is not read as a signal: the resources would hold it forever, and with it all
    // that `select` knows, if React gives this render up.
    let rendered: { value: Value } | null = null
    let isSubscribed = false
    const subscribeToIt = (onChange: () => void) => {
      const unsubscribe = subscribe(value, onChange)
      isSubscribed = true
      return () => {
        unsubscribe()
        isSubscribed = false
        rendered = null
      }
    }
    const read = () => (isSubscribed ? value() : (rendered ??= { value: untracked(compute) }).value)
    return [subscribeToIt, read] as const
  }, [cache, last, isEqual, select])
  return useSyncExternalStore(subscribeToValue, getValue, getValue)
}

/** Returns the resource with this IRI; undefined when it is not cached. */
export const useResource = <I extends Iri>(iri: I | undefined) =>
  useResourceSelector((read) => (iri === undefined ? undefined : read(iri)))
