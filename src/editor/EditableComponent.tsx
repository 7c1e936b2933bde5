import { memo } from 'react'
import type { Iri } from '#content/iri.ts'
import type { Component } from '#content/resource.ts'
import type { EditModeRef } from '#machines/edit-mode.ts'
import type { ResourceManagerRef } from '#machines/resource-manager.ts'
import type { UnsavedRef } from '#machines/unsaved.ts'
import { ComponentFrame, KindView } from '#src/views/ComponentView.tsx'
import { useKind } from './define-editor.ts'
import { useEditMode } from './use-actors.ts'
import { useEdit } from './use-edit.ts'
import { usePair } from './use-selected.ts'

interface Place {
  iri: Iri
  position: Iri | null
}

/** A component where it stands, being edited there if its kind can be. */
export const EditableComponent = memo(function EditableComponent(place: Place) {
  const { editModeRef, managerRef, unsavedRef } = useEditMode()
  // They are started and stopped together with the editing that draws this.
  if (!managerRef || !unsavedRef) return null
  return <Pair {...place} actors={{ editModeRef, managerRef, unsavedRef }} />
})

interface Actors {
  editModeRef: EditModeRef
  managerRef: ResourceManagerRef
  unsavedRef: UnsavedRef
}

function Pair({ iri, position, actors }: Place & { actors: Actors }) {
  const { live, draft, selected, liveForced, shown } = usePair(iri, actors.managerRef)
  if (!shown) return null
  return (
    <ComponentFrame resource={shown} identity={live ?? shown['@id']} current={selected}>
      {liveForced ? (
        <KindView resource={shown} position={position} />
      ) : (
        <InPlace
          resource={shown}
          twins={[live, draft]}
          position={position}
          selected={selected}
          actors={actors}
        />
      )}
    </ComponentFrame>
  )
}

interface InPlaceProps {
  resource: Component
  twins: readonly (Iri | null)[]
  position: Iri | null
  selected: boolean
  actors: Actors
}

function InPlace({ resource, twins, position, selected, actors }: InPlaceProps) {
  const edit = useEdit(resource, twins, actors)
  const { editor } = useKind(resource['@type'])
  if (!editor?.InPlace) return <KindView resource={edit.resource} position={position} />
  return <editor.InPlace {...edit} position={position} selected={selected} />
}
