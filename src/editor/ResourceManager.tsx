import { useLayoutEffect, useRef } from 'react'
import { typeOf } from '#content/iri.ts'
import type { AddResourceRef } from '#machines/add-resource.ts'
import type { EditModeRef } from '#machines/edit-mode.ts'
import type { ResourceManagerRef } from '#machines/resource-manager.ts'
import type { UnsavedRef } from '#machines/unsaved.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { NewToolbar } from './NewToolbar.tsx'
import { Path } from './Path.tsx'
import styles from './ResourceManager.module.css'
import { Tabs } from './Tabs.tsx'
import { Toolbar } from './Toolbar.tsx'
import { stopsIn } from './focus-order.ts'
import { elementOf } from './selection.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { useSelected } from './use-selected.ts'

export interface Actors {
  editModeRef: EditModeRef
  managerRef: ResourceManagerRef
  unsavedRef: UnsavedRef
  addRef: AddResourceRef | undefined
}

/** All that can be done with what is selected, from the bottom of the screen. */
export function ResourceManager(actors: Actors) {
  const { current, position } = useSelected(actors.managerRef)
  if (current === undefined) return null
  // The same one for a component and its draft, whose place is one.
  return <Panel key={`${typeOf(current)} ${position ?? current}`} {...actors} />
}

function Panel(actors: Actors) {
  const { editModeRef, managerRef, addRef } = actors
  const { current = '', isNew } = useSelected(managerRef)
  const ref = useRef<HTMLElement>(null)
  // Who was working on something here goes on there; where it is gone, from the page's beginning.
  useFocusKept(ref, () => {
    const element = elementOf(current)
    return (element && stopsIn(element)[0]) ?? document.getElementById('main')
  })
  useLayoutEffect(() => declareHeight(ref.current!), [])

  return (
    <section
      ref={ref}
      aria-label="Resource manager"
      tabIndex={-1}
      className={styles.panel}
      data-editor-chrome=""
      data-editor-panel=""
    >
      <div className={styles.head}>
        <Path editModeRef={editModeRef} managerRef={managerRef} />
        {isNew && addRef ? <NewToolbar addRef={addRef} /> : <Toolbar {...actors} />}
        <Button
          look="quiet"
          aria-label="Close"
          title="Close"
          aria-keyshortcuts="Escape"
          className={styles.close}
          onClick={() => editModeRef.send({ type: 'selection.cleared' })}
        >
          <Icon name="close" />
        </Button>
      </div>
      <Tabs {...actors} />
    </section>
  )
}

/** The page ends as much later as the panel is high, so that all of it can be scrolled into sight. */
function declareHeight(panelEl: HTMLElement) {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--panel-height', `${panelEl.offsetHeight}px`),
  )
  observer.observe(panelEl)
  return () => {
    observer.disconnect()
    style.removeProperty('--panel-height')
  }
}
