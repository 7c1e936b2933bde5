import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { isChoosing } from '#machines/add-resource.ts'
import { type EditModeRef, isEditing } from '#machines/edit-mode.ts'
import { type ResourceManagerRef, selectArea, selectCurrent } from '#machines/resource-manager.ts'
import { useAppActor } from '#src/app/actors.tsx'
import { AddComponentDialog } from './AddComponentDialog.tsx'
import { Announcer } from './Announcer.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { HeldBack } from './HeldBack.tsx'
import { Notifications } from './Notifications.tsx'
import { ResourceManager } from './ResourceManager.tsx'
import { Selected } from './Selected.tsx'
import { listenToPage } from './page-events.ts'
import { useEditMode } from './use-actors.ts'
import { useHiding } from './use-hiding.ts'

/** Everything that is drawn over the page: what is selected and all that can be done with it, questions, notes. */
export function Overlay() {
  const { editModeRef, managerRef, unsavedRef, addRef } = useEditMode()
  const writesRef = useAppActor('writes')
  const dialogsRef = useAppActor('dialogs')
  const notificationsRef = useAppActor('notifications')
  const choosing = useSelector(addRef, (snapshot) => snapshot !== undefined && isChoosing(snapshot))
  const editing = useSelector(editModeRef, isEditing)
  useHiding()
  return (
    <>
      <Notifications notificationsRef={notificationsRef}>
        {unsavedRef ? <HeldBack unsavedRef={unsavedRef} /> : null}
      </Notifications>
      {editing && managerRef && unsavedRef ? (
        <>
          <PageEvents editModeRef={editModeRef} managerRef={managerRef} />
          <Selected managerRef={managerRef} />
          <ResourceManager
            editModeRef={editModeRef}
            managerRef={managerRef}
            unsavedRef={unsavedRef}
            addRef={addRef}
          />
          <span tabIndex={-1} data-editor-end="" />
        </>
      ) : null}
      {addRef && choosing ? <AddComponentDialog addRef={addRef} /> : null}
      <ConfirmDialog dialogsRef={dialogsRef} />
      <Announcer editModeRef={editModeRef} unsavedRef={unsavedRef} writesRef={writesRef} />
    </>
  )
}

interface PageEventsProps {
  editModeRef: EditModeRef
  managerRef: ResourceManagerRef
}

function PageEvents({ editModeRef, managerRef }: PageEventsProps) {
  useEffect(() => {
    const listening = new AbortController()
    listenToPage(
      {
        send: (event) => editModeRef.send(event),
        area: () => selectArea(managerRef.getSnapshot()),
        current: () => selectCurrent(managerRef.getSnapshot()),
      },
      listening.signal,
    )
    return () => listening.abort()
  }, [editModeRef, managerRef])
  return null
}
