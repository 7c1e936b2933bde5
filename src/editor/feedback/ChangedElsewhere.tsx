import type { AppNotification } from '#machines/app/notifications.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { changeLabelOf } from '../bar/change-label.ts'
import { useSiteKinds } from '../site-kinds.ts'

/** Names a change that was undone or redone on another page, and leads there. */
export function ChangedElsewhere({ change, page }: NonNullable<AppNotification['elsewhere']>) {
  const editModeRef = useAppActor('editMode')
  const site = useSiteKinds()
  const label = useResourceSelector((read) => changeLabelOf(change, read, site))
  return (
    <>
      <p>{label}</p>
      <a
        href={page.path}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return
          // What is typed on this page is saved first.
          event.preventDefault()
          editModeRef.send({ type: 'open.requested', href: page.path })
        }}
      >
        Open page “{page.title}”
      </a>
    </>
  )
}
