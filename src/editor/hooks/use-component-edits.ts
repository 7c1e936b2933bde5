import { shallowEqual } from '@xstate/react'
import { dequal } from 'dequal/lite'
import { useCallback, useMemo, useRef } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { withChosenFiles } from '#content/pictures/media-library.ts'
import {
  hasPendingText,
  selectFailure,
  selectPendingValue,
  selectProperty,
} from '#machines/editing/changes/field.ts'
import {
  type PendingEditsRef,
  editField,
  selectFields,
} from '#machines/editing/changes/pending-edits.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import type { FieldEdits } from '../site-kinds.ts'
import { errorsOf, publishErrorsOf } from '../fields/field-errors.ts'
import { afterPaint } from '../dom/after-paint.ts'
import { type Delay, atOnce, useActorsSelector } from './use-actors-selector.ts'
import { useContextValue } from './use-context-value.ts'

interface EditOptions {
  /** True for the edits of the live version itself, beside a draft, which are kept apart from those of the draft. */
  isLive?: boolean
  /** True where the browser itself shows what is typed, so that the frame with it need not wait for React. */
  isShownByBrowser?: boolean
  /** The delay of what is changed elsewhere; none by default. */
  delay?: Delay
}

/**
 * Returns a component, or another resource with fields, with its pending edits and the functions to change it. A live
 * component and its draft share their fields: the first save of a live component creates the draft, and typing must neither
 * wait for that nor be lost by it.
 */
export function useComponentEdits<R extends Resource>(
  resource: R,
  versions: readonly (Iri | null)[],
  pendingEditsRef: PendingEditsRef,
  { isLive = false, isShownByBrowser = false, delay = atOnce }: EditOptions = {},
): FieldEdits<R> {
  const cache = useResourceCache()
  const iris = versions.filter((iri) => iri !== null)
  const [ownDelayRef, eitherDelay] = useDelay(delay)
  const fieldRefs = useFieldRefs(iris, pendingEditsRef, isLive)
  const { values, choices, saveErrors } = useFieldStates(fieldRefs, eitherDelay)
  const editedResource = useMemo(
    () => withChosenFiles({ ...resource, ...values }, choices, cache.read),
    [resource, values, choices, cache],
  )

  return {
    resource: editedResource,
    errors: { ...publishErrorsOf(resource._metadata.violations), ...saveErrors },
    change: (property, value, options) => {
      const iri = resource['@id']
      const stored = cache.read(iri)?.[property] ?? null
      ownDelayRef.current = isShownByBrowser && !options?.isChoice ? afterPaint : atOnce
      editField(pendingEditsRef, iris, { iri, property, value, stored, isLive, ...options })
      ownDelayRef.current = null
    },
    flush: () => pendingEditsRef.send({ type: 'flush.requested' }),
    fieldRefs,
  }
}

/** Returns a delay, and a ref of another one that takes its place while a change of one's own is made. */
function useDelay(otherwise: Delay) {
  const delayRef = useRef<Delay>(null)
  const delay = useCallback<Delay>(
    (listener) => (delayRef.current ?? otherwise)(listener),
    [otherwise],
  )
  return [delayRef, delay] as const
}

/** Returns the actors of a component's edited fields, by property. */
const useFieldRefs = (iris: readonly Iri[], pendingEditsRef: PendingEditsRef, isLive: boolean) =>
  useContextValue(
    pendingEditsRef,
    (snapshot) =>
      Object.assign({}, ...iris.map((iri) => selectFields(iri, isLive)(snapshot))) as Fields,
    shallowEqual,
  )

/**
 * Returns the pending values of fields, which of them were chosen rather than typed, and the API's messages about those
 * that it refused to save, by property.
 */
function useFieldStates(fields: Fields, delay: Delay) {
  const refs = useMemo(() => Object.values(fields), [fields])
  return useActorsSelector(
    refs,
    () => {
      const values: Record<string, unknown> = {}
      const saveErrors: Record<string, string> = {}
      const choices: string[] = []
      for (const [property, fieldRef] of Object.entries(fields)) {
        const snapshot = fieldRef.getSnapshot()
        const value = selectPendingValue(snapshot)
        if (value !== undefined) values[property] = value
        if (!hasPendingText(snapshot)) choices.push(property)
        const failure = selectFailure(snapshot)
        if (failure?.kind === 'invalid')
          saveErrors[property] = errorsOf(failure)[selectProperty(snapshot)] ?? failure.message
      }
      return { values, choices, saveErrors }
    },
    dequal,
    delay,
  )
}

type Fields = ReturnType<ReturnType<typeof selectFields>>
