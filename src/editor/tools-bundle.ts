/**
 * The views that editing starts without: what drags the selected component, the dialogs about its picture, the list of what is
 * not saved, and what shows differences, with the library that compares texts.
 */
export { DraftsDialog } from './drafts/DraftsDialog.tsx'
export { PastNotificationsDialog } from './feedback/PastNotifications.tsx'
export { ConflictDifference } from './feedback/ConflictDifference.tsx'
export { FramingDialog } from './framing/FramingDialog.tsx'
export { DragHandle } from './moving/DragHandle.tsx'
export { LibraryDialog } from './pictures/LibraryDialog.tsx'
export { UnsavedDialog } from './unsaved/UnsavedDialog.tsx'
export { FormTest } from './forms/FormTest.tsx'
