import { useSelector } from '@xstate/react'
import { type Iri, NEW_RESOURCE, typeOf } from '#content/iri.ts'
import { twins } from '#content/publish.ts'
import type { Component } from '#content/resource.ts'
import {
  type ResourceManagerRef,
  selectCurrent,
  selectLiveForced,
  selectStack,
} from '#machines/resource-manager.ts'
import { useRead, useResource } from '#src/resources/use-resource.ts'
import { isAlike } from './use-actors.ts'

/** A live component and its draft, and which of the two is to be seen: the draft, unless the live one is asked for. */
export function usePair(iri: Iri, managerRef: ResourceManagerRef) {
  const { live, draft } = useRead((read) => twins(iri, read), isAlike)
  const selected = useSelector(managerRef, (snapshot) => {
    const current = selectCurrent(snapshot)
    return current !== undefined && (current === live || current === draft)
  })
  const liveForced = useSelector(
    managerRef,
    (snapshot) => selected && selectLiveForced(snapshot) === true,
  )
  const shown = useResource<Component>((liveForced ? live : null) ?? draft ?? live ?? iri)
  return { live, draft, selected, liveForced: liveForced && live !== null, shown }
}

/** What the panel is about: the selected resource, and where it stands. */
export function useSelected(managerRef: ResourceManagerRef) {
  const stack = useSelector(managerRef, selectStack)
  const [current] = stack
  const first = (type: ReturnType<typeof typeOf>) => stack.find((iri) => typeOf(iri) === type)
  return {
    stack,
    current,
    isNew: current === NEW_RESOURCE,
    position: first('COMPONENT_POSITION'),
    group: first('COMPONENT_GROUP'),
  }
}
