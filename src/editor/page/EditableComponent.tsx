import { useSelector } from '@xstate/react'
import { memo, useState } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { isDraft } from '#content/model/publish-state.ts'
import type { Component } from '#content/model/resource.ts'
import { lacksOwnAltText } from '#content/pictures/alt-text.ts'
import { isDeletionWaiting } from '#machines/editing/waiting-actions.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { ComponentFrame, KindView } from '#src/views/page/ComponentView.tsx'
import { useKind } from '../site-kinds.ts'
import { DeletionMark } from './DeletionMark.tsx'
import { DraftMark } from './DraftMark.tsx'
import { MissingAltText } from '../pictures/MissingAltText.tsx'
import { PictureUpload } from '../pictures/PictureUpload.tsx'
import { withInlineEditors } from '../fields/inline-editors.tsx'
import { useComponentEdits } from '../hooks/use-component-edits.ts'
import { isTemplateContent } from '../hooks/use-content-scope.ts'
import { usePageActors } from './page-actors.tsx'
import { useShownVersions } from '../hooks/use-shown-versions.ts'

interface EditableComponentProps {
  iri: Iri<'COMPONENT'>
  position: Iri<'COMPONENT_POSITION'> | null
}

/** Renders a component in edit mode: the view of its kind with the pending edits and the editors of inline fields. */
export const EditableComponent = memo(function EditableComponent({
  iri,
  position,
}: EditableComponentProps) {
  const actors = usePageActors()
  const isLocked = useResourceSelector((read) => isTemplateContent(iri, actors.page, read))
  const { live, draft, selected, isLiveShown, visible } = useShownVersions(iri, actors)
  const isLeaving = useSelector(
    actors.waitingActionsRef,
    isDeletionWaiting([iri, live, draft, position]),
  )
  const identity = useIdentity(live, draft ?? live)
  if (!visible) return null
  return (
    <ComponentFrame resource={visible} identity={identity} current={selected}>
      {isDraft(visible) ? <DraftMark /> : null}
      {isLeaving ? <DeletionMark /> : null}
      {isLocked ? (
        <KindView resource={visible} position={position} />
      ) : (
        <InPlaceEditor
          key={String(isLiveShown)}
          isLive={isLiveShown}
          resource={visible}
          versions={[live, draft]}
          position={position}
          selected={selected}
        />
      )}
    </ComponentFrame>
  )
})

/**
 * Returns the key of a component, which is the same as before while one of its versions is: a draft whose live version a
 * colleague deletes keeps the caret.
 */
function useIdentity(live: Iri | null, draft: Iri | null) {
  const [known, setKnown] = useState({ key: live ?? draft ?? '', live, draft })
  const isSame = (live !== null && live === known.live) || draft === known.draft
  const key = isSame ? known.key : (live ?? draft ?? '')
  if (live !== known.live || draft !== known.draft) setKnown({ key, live, draft })
  return key
}

interface InPlaceEditorProps {
  resource: Component
  versions: readonly (Iri | null)[]
  position: Iri<'COMPONENT_POSITION'> | null
  selected: boolean
  /** True to edit the live version itself, and not its draft. */
  isLive: boolean
}

function InPlaceEditor({ resource, versions, position, selected, isLive }: InPlaceEditorProps) {
  const { pendingEditsRef } = usePageActors()
  const editProps = useComponentEdits(resource, versions, pendingEditsRef, {
    isLive,
    isShownByBrowser: true,
  })
  const { kind } = useKind(resource['@type'])
  return (
    <>
      {lacksOwnAltText(editProps.resource, kind?.fields) ? <MissingAltText /> : null}
      <KindView resource={withInlineEditors(kind, editProps, selected)} position={position} />
      {Object.entries(editProps.fieldRefs!).map(([name, fieldRef]) => (
        <PictureUpload key={name} fieldRef={fieldRef} />
      ))}
    </>
  )
}
