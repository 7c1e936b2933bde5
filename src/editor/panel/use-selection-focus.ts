import { type RefObject, useLayoutEffect } from 'react'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import { type SelectionRef, selectFocusTarget } from '#machines/editing/selection/selection.ts'
import { findPictureButton } from '../dom/hit-test.ts'
import { focusAtEnd } from '../dom/keep-focus.ts'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import { useSelectionValue } from '../hooks/use-shown-selection.ts'

const newPosition = `[data-iri="${NEW_POSITION}"]`

/** Moves the focus to the selected resource's text or to the panel, where the selection asks for it. */
export function useSelectionFocus(ref: RefObject<HTMLElement | null>, selectionRef: SelectionRef) {
  const target = useSelectionValue(selectionRef, selectFocusTarget)
  const { selectedIri = '' } = useSelection(selectionRef)
  const { visible } = useLiveAndDraft(selectedIri, selectionRef)
  const element = useResourceElement(visible?.['@id'] ?? selectedIri)
  useLayoutEffect(() => {
    const panelEl = ref.current!
    const { activeElement } = document
    // A new component has the focus while it is saved, and is gone after that.
    const isLost =
      activeElement === document.body ||
      (selectedIri !== NEW_RESOURCE && activeElement?.closest(newPosition) != null)
    if (target === 'panel' && isLost) panelEl.focus({ preventScroll: true })
    // An element outside of the panel that has the focus is being worked on.
    if (target !== 'text' || !element || !(isLost || panelEl.contains(activeElement))) return
    const textEl = element.querySelector<HTMLElement>('[role="textbox"]')
    if (textEl) focusAtEnd(textEl)
    else (findPictureButton(element) ?? panelEl).focus({ preventScroll: true })
  }, [target, element, selectedIri, ref])
}
