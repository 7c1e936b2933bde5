/** The dialogs about pictures, which are loaded together when the first of them is opened. */
export { FramingDialog } from '../framing/FramingDialog.tsx'
export { LibraryDialog } from './LibraryDialog.tsx'
