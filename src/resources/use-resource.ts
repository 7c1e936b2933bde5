/** How a component reads content: it hears of its own IRIs and of nothing else. */
import { createAtom } from '@xstate/store'
import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react'
import type { Iri } from '#content/iri.ts'
import type { Read, Resource } from '#content/resource.ts'
import type { Cache, Entry } from './cache.ts'

export const CacheContext = createContext<Cache | null>(null)

export function useCache(): Cache {
  const cache = use(CacheContext)
  if (!cache) throw new Error('Reading content needs a <CacheContext>.')
  return cache
}

/**
 * Anything that can be worked out from resources. The component renders again only when one of the resources that
 * were read has changed and the outcome is not the `same`.
 */
export function useRead<Value>(
  select: (read: Read) => Value,
  same: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const cache = useCache()
  // What was selected last outlives the selecting function, which is a new one at every render.
  const [last] = useState<{ value?: Value }>(() => ({}))
  const atom = useMemo(
    () =>
      createAtom((): Value => {
        const value = select(cache.read)
        if (!('value' in last) || !same(last.value as Value, value)) last.value = value
        return last.value as Value
      }),
    [cache, last, same, select],
  )
  const [subscribe, get] = useMemo(() => {
    const listen = (changed: () => void) => {
      const subscription = atom.subscribe(changed)
      return () => subscription.unsubscribe()
    }
    return [listen, () => atom.get()] as const
  }, [atom])
  return useSyncExternalStore(subscribe, get, get)
}

/** A resource by its IRI, while it is known. */
export const useResource = <R extends Resource = Resource>(iri: Iri | undefined) =>
  useRead((read) => (iri === undefined ? undefined : read(iri))) as R | undefined

/** A resource with the state of its fetching. */
export function useEntry(iri: Iri): Entry {
  const atom = useCache().entry(iri)
  const [subscribe, get] = useMemo(() => {
    const listen = (changed: () => void) => {
      const subscription = atom.subscribe(changed)
      return () => subscription.unsubscribe()
    }
    return [listen, () => atom.get()] as const
  }, [atom])
  return useSyncExternalStore(subscribe, get, get)
}
