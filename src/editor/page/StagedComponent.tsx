import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef } from 'react'
import { isInline, referenceOf } from '#content/model/field.ts'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { Component } from '#content/model/resource.ts'
import { withChosenFiles } from '#content/pictures/media-library.ts'
import {
  type StagedResourceRef,
  selectData,
  selectFailure,
  selectKind,
} from '#machines/editing/changes/staged-resource.ts'
import { type SelectionRef, isSelected } from '#machines/editing/selection/selection.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { ComponentFrame, KindView } from '#src/views/page/ComponentView.tsx'
import viewStyles from '#src/views/views.module.css'
import styles from './StagedComponent.module.css'
import { type EditProps, useKind } from '../site-kinds.ts'
import { withInlineEditors } from '../fields/inline-editors.tsx'
import { errorsOf } from '../fields/field-errors.ts'
import { findTextField } from '../dom/hit-test.ts'

interface StagedComponentProps {
  stagedRef: StagedResourceRef
  selectionRef: SelectionRef
}

/** Renders the component that is being added at its insertion point. It is not saved yet. */
export function StagedComponent({ stagedRef, selectionRef }: StagedComponentProps) {
  const editProps = useStagedEditProps(stagedRef)
  const selected = useSelector(selectionRef, isSelected(NEW_RESOURCE))
  const { kind } = useKind(editProps.resource['@type'])
  const isEditedInPlace = Object.values(kind?.fields ?? {}).some(isInline)
  const view = (
    <KindView resource={withInlineEditors(kind, editProps, selected)} position={NEW_POSITION} />
  )
  const ref = useRef<HTMLDivElement>(null)
  // The dialog has just given the caret back to the text it was in before.
  useLayoutEffect(() => focusFirstField(ref.current!, isEditedInPlace), [isEditedInPlace])
  return (
    <div ref={ref} data-iri={NEW_POSITION} className={viewStyles['position']}>
      <ComponentFrame resource={editProps.resource} current={selected}>
        {isEditedInPlace ? (
          view
        ) : (
          <div className={styles.placeholder} tabIndex={-1} data-staged="">
            <p className={styles.hint}>New {kind?.label}: its fields are in the panel.</p>
            {view}
          </div>
        )}
      </ComponentFrame>
    </div>
  )
}

/**
 * Focuses the field that is filled in first: the component's own text on the page, or else the first control of its tab
 * in the panel. Without either the component itself has the focus, so that nothing is typed into another one.
 */
function focusFirstField(stagedEl: HTMLElement, isEditedInPlace: boolean) {
  const panelField = document.querySelector<HTMLElement>(
    '[data-editor-panel] [role="tabpanel"] :is(input, textarea, select, button, [role="textbox"])',
  )
  const field =
    // A view may contain text fields for visitors, which do not edit the component.
    (isEditedInPlace && findTextField(stagedEl)) ||
    (panelField ?? stagedEl.querySelector<HTMLElement>('[data-staged]'))
  field?.focus({ preventScroll: true })
}

/** Returns the staged component in the shape that a kind's editor gets for a stored one. */
export function useStagedEditProps(stagedRef: StagedResourceRef): EditProps {
  const kind = useSelector(stagedRef, selectKind)
  const data = useSelector(stagedRef, selectData)
  const errors = errorsOf(useSelector(stagedRef, selectFailure))
  const { fields } = useKind(kind.type).kind ?? {}
  const files = Object.entries(fields ?? {}).flatMap(([name, field]) =>
    referenceOf(field) === 'file' ? [name] : [],
  )
  const staged: Component = {
    ...data,
    '@id': NEW_RESOURCE,
    '@type': kind.type,
    _metadata: { persisted: false },
    componentGroups: [],
    componentPositions: [],
  }
  return {
    resource: withChosenFiles(staged, files, useResourceCache().read),
    errors,
    change: (property, value, { clears } = {}) =>
      stagedRef.send({ type: 'property.changed', property, value, clears }),
    // A staged component is saved as a whole, so there is nothing to flush.
    flush: () => {},
  }
}
