/**
 * The views that are loaded once something is selected: what drags it, and the list of what is not saved, which has to be
 * there before the network is gone.
 */
export { DragHandle } from './moving/DragHandle.tsx'
export { UnsavedDialog } from './unsaved/UnsavedDialog.tsx'
