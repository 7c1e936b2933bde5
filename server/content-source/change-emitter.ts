import type { Iri } from '#content/model/iri.ts'

/**
 * Creates the emitter that tells listeners which resources have changed: in this process at once, in others when the
 * event of the hub arrives.
 */
export const createChangeEmitter = () => {
  const listeners: ((iris: readonly Iri[]) => void)[] = []
  return {
    emit: (iris: readonly Iri[]) => listeners.forEach((listener) => listener(iris)),
    on: (listener: (iris: readonly Iri[]) => void) => void listeners.push(listener),
  }
}
