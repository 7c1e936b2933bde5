/** The actors that `editMode` starts with itself and with editing. */
import { clipboardMachine } from './clipboard.ts'
import { dragMachine } from './drag.ts'
import { editModeMemoryMachine } from './edit-mode-memory.ts'
import { editorChromeMachine } from './editor-chrome.ts'
import { hoverMachine } from './selection/hover.ts'
import { linkPreviewMachine } from './selection/link-preview.ts'
import { multipleSelectionMachine } from './selection/multiple-selection.ts'
import { pageInputMachine } from './page-input.ts'
import { draftsListMachine } from './drafts-list.ts'
import { pendingEditsMachine } from './changes/pending-edits.ts'
import { resumedAdditionMachine } from './changes/resumed-addition.ts'
import { unsavedListMachine } from './changes/unsaved-list.ts'
import { waitingActionsMachine } from './waiting-actions.ts'
import { presenceMachine } from '../live/presence.ts'
import { selectionMachine } from './selection/selection.ts'

/** The actors that run while viewing, too. */
export const lastingActors = {
  editorChrome: editorChromeMachine,
  editModeMemory: editModeMemoryMachine,
}

/** The actors that run while editing. */
export const editingActors = {
  pendingEdits: pendingEditsMachine,
  selection: selectionMachine,
  multipleSelection: multipleSelectionMachine,
  pageInput: pageInputMachine,
  hover: hoverMachine,
  linkPreview: linkPreviewMachine,
  clipboard: clipboardMachine,
  drag: dragMachine,
  draftsList: draftsListMachine,
  resumedAddition: resumedAdditionMachine,
  unsavedList: unsavedListMachine,
  waitingActions: waitingActionsMachine,
  presence: presenceMachine,
}
