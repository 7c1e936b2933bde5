import { memo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Component } from '#content/model/resource.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection.ts'
import type { PendingEditsRef } from '#machines/editing/pending-edits.ts'
import { ComponentFrame, KindView } from '#src/views/page/ComponentView.tsx'
import { useKind } from '../define-editor.ts'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useEditProps } from '../hooks/use-edit-props.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'

interface EditableComponentProps {
  iri: Iri
  position: Iri | null
}

/** Renders a component in edit mode, with its kind's in-place editor where it has one. */
export const EditableComponent = memo(function EditableComponent(props: EditableComponentProps) {
  const { editModeRef, selectionRef, pendingEditsRef } = useEditMode()
  // Both actors live exactly as long as edit mode, which renders this component.
  if (!selectionRef || !pendingEditsRef) return null
  return <LiveAndDraft {...props} actors={{ editModeRef, selectionRef, pendingEditsRef }} />
})

interface Actors {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

function LiveAndDraft({ iri, position, actors }: EditableComponentProps & { actors: Actors }) {
  const { live, draft, selected, liveForced, shown } = useLiveAndDraft(iri, actors.selectionRef)
  if (!shown) return null
  return (
    <ComponentFrame resource={shown} identity={live ?? shown['@id']} current={selected}>
      {liveForced ? (
        <KindView resource={shown} position={position} />
      ) : (
        <InPlaceEditor
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

interface InPlaceEditorProps {
  resource: Component
  twins: readonly (Iri | null)[]
  position: Iri | null
  selected: boolean
  actors: Actors
}

function InPlaceEditor({ resource, twins, position, selected, actors }: InPlaceEditorProps) {
  const edit = useEditProps(resource, twins, actors)
  const { editor } = useKind(resource['@type'])
  if (!editor?.InPlace) return <KindView resource={edit.resource} position={position} />
  return <editor.InPlace {...edit} position={position} selected={selected} />
}
