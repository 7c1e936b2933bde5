/** The views that show differences, with the library that compares texts: loaded with the first dialog or conflict that needs it. */
export { ConflictDifference } from '../feedback/ConflictDifference.tsx'
export { DraftsDialog } from './DraftsDialog.tsx'
