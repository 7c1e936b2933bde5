import { useSelector } from '@xstate/react'
import { NEW_POSITION, NEW_RESOURCE } from '#content/iri.ts'
import type { Component } from '#content/resource.ts'
import { type AddResourceRef, selectData, selectKind } from '#machines/add-resource.ts'
import { type ResourceManagerRef, isCurrent } from '#machines/resource-manager.ts'
import { ComponentFrame, KindView } from '#src/views/ComponentView.tsx'
import viewStyles from '#src/views/views.module.css'
import styles from './StagedComponent.module.css'
import { type EditProps, useKind } from './define-editor.ts'

interface StagedComponentProps {
  addRef: AddResourceRef
  managerRef: ResourceManagerRef
}

/** What is being added, where it will stand. Nothing of it is stored yet. */
export function StagedComponent({ addRef, managerRef }: StagedComponentProps) {
  const edit = useStagedEdit(addRef)
  const selected = useSelector(managerRef, isCurrent(NEW_RESOURCE))
  const { kind, editor } = useKind(edit.resource['@type'])
  return (
    <div data-iri={NEW_POSITION} className={viewStyles['position']}>
      <ComponentFrame resource={edit.resource} current={selected}>
        {editor?.InPlace ? (
          <editor.InPlace {...edit} position={NEW_POSITION} selected={selected} />
        ) : (
          <div className={styles.blank}>
            <p className={styles.hint}>New {kind?.label}: fill it in below.</p>
            <KindView resource={edit.resource} position={NEW_POSITION} />
          </div>
        )}
      </ComponentFrame>
    </div>
  )
}

/** What is being added, as its kind's editor is given what is stored. */
export function useStagedEdit(addRef: AddResourceRef): EditProps {
  const kind = useSelector(addRef, selectKind)
  const data = useSelector(addRef, selectData)
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
    change: (property, value) => addRef.send({ type: 'draft.changed', property, value }),
    // Nothing waits to be saved by itself.
    settle: () => {},
  }
}
