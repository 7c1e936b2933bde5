import { useEffect } from 'react'
import { NEW_RESOURCE, isStructural, typeOf } from '#content/iri.ts'
import { publishState } from '#content/publish.ts'
import type { Component } from '#content/resource.ts'
import type { ResourceManagerRef } from '#machines/resource-manager.ts'
import { useRead } from '#src/resources/use-resource.ts'
import { Outline, type Tone } from './Outline.tsx'
import { useSiteKinds } from './define-editor.ts'
import { nameOf } from './names.ts'
import { reveal } from './reveal.ts'
import { useElement } from './use-element.ts'
import { usePair, useSelected } from './use-selected.ts'

/** Shows which thing on the page is selected. */
export function Selected({ managerRef }: { managerRef: ResourceManagerRef }) {
  const { current } = useSelected(managerRef)
  return current === undefined ? null : <Shown iri={current} managerRef={managerRef} />
}

function Shown({ iri, managerRef }: { iri: string; managerRef: ResourceManagerRef }) {
  const { shown } = usePair(iri, managerRef)
  const { kinds } = useSiteKinds()
  const name = useRead((read) => nameOf(iri, read, kinds))
  const element = useElement(typeOf(iri) === 'COMPONENT' ? (shown?.['@id'] ?? iri) : iri)
  useEffect(() => {
    if (element) reveal(element)
  }, [element])
  return element && <Outline element={element} tone={toneOf(iri, shown)} name={name} />
}

const toneOf = (iri: string, shown: Component | undefined): Tone => {
  if (iri === NEW_RESOURCE) return 'new'
  if (isStructural(iri)) return 'structure'
  return (shown && publishState(shown)) ?? 'published'
}
