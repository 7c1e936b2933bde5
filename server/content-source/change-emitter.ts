import type { Iri } from '#content/model/iri.ts'

/** Tells listeners which resources have changed: by this process at once, by others when the hub's event arrives. */
export const createChangeEmitter = () => {
  const listeners: ((iris: readonly Iri[]) => void)[] = []
  return {
    emit: (iris: readonly Iri[]) => listeners.forEach((listener) => listener(iris)),
    on: (listener: (iris: readonly Iri[]) => void) => void listeners.push(listener),
  }
}
