import type { Iri } from '#content/model/iri.ts'

/** Subscribers to changes: those of this process come at once, those of others with the hub's events. */
export const createChangeEmitter = () => {
  const listeners: ((iris: readonly Iri[]) => void)[] = []
  return {
    tell: (iris: readonly Iri[]) => listeners.forEach((listener) => listener(iris)),
    listen: (listener: (iris: readonly Iri[]) => void) => void listeners.push(listener),
  }
}
