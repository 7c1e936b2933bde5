import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { selectClipboardRef } from '#machines/editing/edit-mode.ts'
import { pageFile } from '#src/app/effects/editing/picked-file-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { createClipboardActions } from './clipboard-actions.ts'
import { addClipboardListeners } from './clipboard-listeners.ts'
import { addDropListeners } from '../pictures/drop-listeners.ts'
import { createPictureActions } from '../pictures/picture-actions.ts'
import { type ClipboardActionsRefs, useClipboardContext } from './use-clipboard-actions.ts'

/**
 * Lets the keys and the menus of the browser duplicate, copy, cut and paste, pastes what was read from the clipboard, and
 * takes files that are dropped on the page.
 */
export function ClipboardAndDrops(refs: ClipboardActionsRefs) {
  const context = useClipboardContext(refs)
  const clipboardRef = useSelector(refs.editModeRef, selectClipboardRef)!
  const pickedFileRef = useViewActor('pickedFile', pageFile, undefined)
  const { actions, pictures } = useMemo(() => {
    const clipboardActions = createClipboardActions(context)
    const { paste: pasteDocument } = clipboardActions
    return {
      actions: clipboardActions,
      pictures: createPictureActions({ ...context, pickedFileRef, pasteDocument }),
    }
  }, [context, pickedFileRef])
  useEffect(() => {
    const controller = new AbortController()
    addClipboardListeners(actions, pictures, controller.signal)
    addDropListeners(pictures, controller.signal)
    return () => controller.abort()
  }, [actions, pictures])
  useEffect(() => {
    const subscriptions = [
      clipboardRef.on('document.read', ({ text }) => actions.paste(text)),
      pickedFileRef.on('component.requested', ({ id }) => pictures.add(id)),
      pickedFileRef.on('file.read', pictures.apply),
    ]
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe())
  }, [actions, pictures, clipboardRef, pickedFileRef])
  return null
}
