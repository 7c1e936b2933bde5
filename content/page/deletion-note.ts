import { pagesLabel } from './pages-label.ts'

interface DeletionReach {
  /** The number of components that are deleted. */
  count: number
  /** True if visitors see one of them. */
  isPublic: boolean
  /** On how many pages the first one is shown; null while that is unknown. */
  pageCount: number | null
}

/** Returns what an editor should know before something is deleted: who sees that, and on how many pages; '' for nothing. */
export const deletionNote = ({ count, isPublic, pageCount }: DeletionReach) => {
  const subject = count === 1 ? 'it is' : 'they are'
  const pages = pageCount !== null && pageCount > 1 ? pagesLabel(pageCount) : null
  if (isPublic)
    return `Visitors see at once that ${subject} gone${pages === null ? '' : `, on ${pages}`}.`
  return pages === null ? '' : `${subject[0]!.toUpperCase()}${subject.slice(1)} part of ${pages}.`
}
