import type { Colleague } from '#content/presence/presence.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { HighlightFrame } from '../page/ElementHighlight.tsx'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'
import { useColleagues } from './use-colleagues.ts'

/** Outlines what others have selected, each with their name and in their color. */
export const ColleagueHighlights = ({ selectionRef }: { selectionRef: SelectionRef }) =>
  useColleagues().map((colleague) => {
    const { resource } = colleague.nearest
    return resource === undefined ? null : (
      <ColleagueHighlight key={colleague.user} iri={resource} {...{ colleague, selectionRef }} />
    )
  })

interface ColleagueHighlightProps {
  iri: string
  colleague: Colleague
  selectionRef: SelectionRef
}

function ColleagueHighlight({ iri, colleague, selectionRef }: ColleagueHighlightProps) {
  const { selected, visible } = useLiveAndDraft(iri, selectionRef)
  const element = useResourceElement(visible?.['@id'] ?? iri)
  // The panel says who else has selected the same.
  return element && !selected ? (
    <HighlightFrame element={element} kind="colleague" data-person-color={colleague.color}>
      {colleague.username}
    </HighlightFrame>
  ) : null
}
