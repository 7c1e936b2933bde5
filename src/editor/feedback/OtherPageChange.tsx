import type { AppNotification } from '#machines/app/app-notification.ts'
import { isEditing } from '#machines/editing/edit-mode.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'
import { changeLabelOf } from '../change-label.ts'
import { useSiteKinds } from '../site-kinds.ts'

/** Names a change that was undone or redone on another page, and leads there. */
export function OtherPageChange({ change, page }: NonNullable<AppNotification['otherPageChange']>) {
  const editModeRef = useAppActor('editMode')
  const site = useSiteKinds()
  const label = useResourceSelector((read) => changeLabelOf(change, read, site))
  return (
    <>
      <p>{label}</p>
      <a
        href={page.path}
        onClick={(event) => {
          // Outside of edit mode the router follows the link. In it, what is typed on this page is saved first.
          if (!isUnmodifiedClick(event) || !isEditing(editModeRef.getSnapshot())) return
          event.preventDefault()
          editModeRef.send({ type: 'open.requested', href: page.path })
        }}
      >
        Open page “{page.title}”
      </a>
    </>
  )
}
