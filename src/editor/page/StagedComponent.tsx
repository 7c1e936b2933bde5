import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef } from 'react'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { Component } from '#content/model/resource.ts'
import {
  type AddResourceRef,
  selectData,
  selectFailure,
  selectKind,
} from '#machines/editing/add-resource.ts'
import { type SelectionRef, isCurrent } from '#machines/editing/selection.ts'
import { ComponentFrame, KindView } from '#src/views/page/ComponentView.tsx'
import viewStyles from '#src/views/views.module.css'
import styles from './StagedComponent.module.css'
import { type EditProps, useKind } from '../define-editor.ts'
import { errorsOf } from '../fields/field-errors.ts'
import { findTextField } from './hit-test.ts'

interface StagedComponentProps {
  addRef: AddResourceRef
  selectionRef: SelectionRef
}

/** Renders the component that is being added at its insertion point. It is not saved yet. */
export function StagedComponent({ addRef, selectionRef }: StagedComponentProps) {
  const editProps = useStagedEditProps(addRef)
  const selected = useSelector(selectionRef, isCurrent(NEW_RESOURCE))
  const { kind, editor } = useKind(editProps.resource['@type'])
  const ref = useRef<HTMLDivElement>(null)
  // The dialog has just given the caret back to the text it was in before.
  useLayoutEffect(() => focusFirstText(ref.current!), [])
  return (
    <div ref={ref} tabIndex={-1} data-iri={NEW_POSITION} className={viewStyles['position']}>
      <ComponentFrame resource={editProps.resource} current={selected}>
        {editor?.InPlace ? (
          <editor.InPlace {...editProps} position={NEW_POSITION} selected={selected} />
        ) : (
          <div className={styles.placeholder}>
            <p className={styles.hint}>New {kind?.label}: fill it in below.</p>
            <KindView resource={editProps.resource} position={NEW_POSITION} />
          </div>
        )}
      </ComponentFrame>
    </div>
  )
}

/** Puts the caret where something can be typed; without such a place nothing is typed anywhere. */
const focusFirstText = (stagedEl: HTMLElement) =>
  (findTextField(stagedEl) ?? stagedEl).focus({ preventScroll: true })

/** Returns the staged component in the shape that a kind's editor gets for a stored one. */
export function useStagedEditProps(addRef: AddResourceRef): EditProps {
  const kind = useSelector(addRef, selectKind)
  const data = useSelector(addRef, selectData)
  const errors = errorsOf(useSelector(addRef, selectFailure))
  const resource: Component = {
    ...data,
    '@id': NEW_RESOURCE,
    '@type': kind?.type ?? '',
    _metadata: { persisted: false },
    componentGroups: [],
    componentPositions: [],
  }
  return {
    resource,
    errors,
    change: (property, value) => addRef.send({ type: 'draft.changed', property, value }),
    // A staged component is saved as a whole, so there is nothing to flush.
    flush: () => {},
  }
}
