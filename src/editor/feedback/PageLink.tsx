import type { ChangePage } from '#content/change/types.ts'
import { forcedLocation } from '#content/links/link-target.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'
import { usePath } from '#src/views/hooks/use-path.ts'

/** Leads to the page on which something unsaved was entered; shows nothing there. */
export function PageLink({ page: { path, title } }: { page: ChangePage }) {
  const navigationRef = useAppActor('navigation')
  if (usePath() === path) return null
  return (
    <a
      href={path}
      onClick={(event) => {
        if (!isUnmodifiedClick(event)) return
        event.preventDefault()
        // Edits that are not saved go along to their page, so they need not be saved first.
        const to = forcedLocation(path)
        navigationRef.send({ type: 'navigation.requested', to, source: 'link' })
      }}
    >
      Open page “{title}”
    </a>
  )
}
