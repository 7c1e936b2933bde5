/** A model of undoing changes of several resources: nothing is restored over what was changed since. */
import { isDeepStrictEqual } from 'node:util'
import type { SiteModel, SiteState } from './site-model.ts'

/** Null where the API may do either: the value is the same again, but maybe in another version. */
type Permission = boolean | null

const collections = ['layouts', 'pages', 'articles', 'routes', 'titles'] as const
type Key = readonly [collection: (typeof collections)[number], name: string]

const valueAt = (state: SiteState, [collection, name]: Key): unknown => state[collection][name]

/** Returns the keys of all that differs between two states. */
const differing = (one: SiteState, other: SiteState): Key[] =>
  collections.flatMap((collection) =>
    Object.keys({ ...one[collection], ...other[collection] })
      .map((name) => [collection, name] as const)
      .filter((key) => !isDeepStrictEqual(valueAt(one, key), valueAt(other, key))),
  )

/** A change of several resources as the model has made it. */
export class UndoableModelChange {
  /** Names the change for the API. */
  readonly iri: string
  readonly #before: SiteState
  readonly #after: SiteState
  readonly #keys: readonly Key[]
  #isTouched = false

  constructor(iri: string, before: SiteState, after: SiteState) {
    this.iri = iri
    this.#before = structuredClone(before)
    this.#after = structuredClone(after)
    this.#keys = differing(before, after)
  }

  #isAsLeft(state: SiteState) {
    return this.#keys.every((key) =>
      isDeepStrictEqual(valueAt(state, key), valueAt(this.#after, key)),
    )
  }

  /** Call it after every other change. */
  observe(state: SiteState) {
    this.#isTouched ||= !this.#isAsLeft(state)
  }

  /** Returns the state after the change is undone, whether or not that is allowed. */
  undone(state: SiteState): SiteState {
    const restored = structuredClone(state)
    for (const [collection, name] of this.#keys) {
      const value = this.#before[collection][name]
      if (value === undefined) delete restored[collection][name]
      else restored[collection][name] = structuredClone(value) as never
    }
    return restored
  }

  /** Returns true where it can be undone, given what was changed since. */
  permission(model: SiteModel): Permission {
    if (!this.#isAsLeft(model.state) || !model.isConsistent(this.undone(model.state))) return false
    return this.#isTouched ? null : true
  }
}

/** True where a change leaves anything to undo. */
export const hasChanged = (before: SiteState, after: SiteState) =>
  differing(before, after).length > 0
