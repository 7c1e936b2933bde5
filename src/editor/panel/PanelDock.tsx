import { useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { selectPanelSize } from '#machines/editing/panel-size.ts'
import { type SelectionRef, selectSelectedIri } from '#machines/editing/selection/selection.ts'
import type { PanelSize } from '#content/page/geometry/panel-size.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { afterPaint, isLongPage } from '../dom/after-paint.ts'
import { findPanel } from '../dom/find-panel.ts'
import { useAreaRoot } from '../hooks/use-area-root.ts'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useIsMultipleActive } from '../hooks/use-multiple-selection.ts'
import styles from './PanelDock.module.css'

/** Reserves space for the panel while editing, so that the page is laid out once and not with every selection. */
export function PanelDock() {
  const { editModeRef, selectionRef } = useEditMode()
  return selectionRef ? <Dock {...{ editModeRef, selectionRef }} /> : null
}

interface DockProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
}

function Dock({ editModeRef, selectionRef }: DockProps) {
  const size = useSelector(useAppActor('panelSize'), selectPanelSize)
  const isMultiple = useIsMultipleActive(editModeRef)
  const isEmpty =
    useSelector(selectionRef, (snapshot) => selectSelectedIri(snapshot) === undefined) &&
    !isMultiple
  useLayoutEffect(reservePanelSpace, [])
  useLayoutEffect(() => applySize(size), [size])
  return (
    <div className={styles.dock} data-editor-chrome="" data-panel-dock="">
      {isEmpty ? <EmptyPanel selectionRef={selectionRef} /> : null}
    </div>
  )
}

function EmptyPanel({ selectionRef }: Pick<DockProps, 'selectionRef'>) {
  const root = useAreaRoot(selectionRef)
  const openSettings = (select: () => void) => {
    // The panel is rendered before it gets the focus of the button, which is removed.
    flushSync(select)
    findPanel()?.focus({ preventScroll: true })
  }
  return (
    <aside aria-label="Nothing selected" className={styles.hint}>
      <p>Select something on the page to edit it.</p>
      {root ? (
        <Button onClick={() => openSettings(root.select)}>{root.label} settings</Button>
      ) : null}
    </aside>
  )
}

/** Makes the page narrower, which lays out all of it. On a long page, that edit mode has begun is seen before. */
function reservePanelSpace() {
  const { dataset } = document.documentElement
  const reserve = () => {
    dataset['panelSpace'] = ''
  }
  const cancel = isLongPage() ? afterPaint(reserve) : reserve()
  return () => {
    cancel?.()
    delete dataset['panelSpace']
  }
}

/** The custom properties that hold the chosen sizes. */
const chosenSizes = { width: '--chosen-panel-width', height: '--chosen-panel-height' } as const

/** Every element inherits these properties, so they are set only when a size has changed, and by a drag once a frame. */
function applySize(size: PanelSize) {
  const { style } = document.documentElement
  for (const dimension of ['width', 'height'] as const) {
    const value = size[dimension]
    if (value === null) style.removeProperty(chosenSizes[dimension])
    else style.setProperty(chosenSizes[dimension], `${value}px`)
  }
}
