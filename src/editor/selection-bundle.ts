/**
 * The views that are loaded once something is selected: what drags it, the dialogs about its picture, and the list of what
 * is not saved, which has to be there before the network is gone.
 */
export { FramingDialog } from './framing/FramingDialog.tsx'
export { DragHandle } from './moving/DragHandle.tsx'
export { LibraryDialog } from './pictures/LibraryDialog.tsx'
export { UnsavedDialog } from './unsaved/UnsavedDialog.tsx'
export { FormTest } from './forms/FormTest.tsx'
