import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { searchGroupsFor, type SearchOption } from '#content/admin/site-search.ts'
import { siteCommands } from '#content/admin/site-commands.ts'
import {
  type SiteSearchRef,
  canRetry,
  selectFailedGroups,
  selectSummary,
} from '#machines/admin/site-search.ts'
import { isEditing } from '#machines/editing/edit-mode.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectUser } from '#machines/session/auth.ts'
import { siteSearch } from '#src/app/effects/admin/site-search-effects.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useIsPageShown } from '../hooks/use-is-page-shown.ts'
import { SearchField, SearchListbox } from './SearchListbox.tsx'
import { useOpenTarget } from './use-open-target.ts'
import styles from './SiteSearch.module.css'

export interface SiteSearchProps {
  onClose: () => void
}

/** Searches pages, data, routes, layouts, users, settings and actions while one types, and opens the chosen result. */
export function SiteSearch({ onClose }: SiteSearchProps) {
  const user = useSelector(useAppActor('auth'), selectUser)
  const editing = useSelector(useAppActor('editMode'), isEditing)
  const failed = useSelector(useAppActor('errorPage'), selectFailure) !== null
  const canEdit = useIsPageShown() && !failed && !editing
  const siteSearchRef = useViewActor('siteSearch', siteSearch, {
    commands: siteCommands({ user, canEdit, isEditing: editing }),
    groups: searchGroupsFor(user),
  })
  return <SiteSearchWithActor siteSearchRef={siteSearchRef} onClose={onClose} />
}

interface ActorProps extends SiteSearchProps {
  siteSearchRef: SiteSearchRef
}

/** Renders the search of an actor that is already running. */
export function SiteSearchWithActor({ siteSearchRef, onClose }: ActorProps) {
  const listId = useId()
  const summary = useSelector(siteSearchRef, selectSummary)
  const openTarget = useOpenTarget()
  /** Opens an option; `inAdmin` the screen on which it is changed, where it has one of its own. */
  const choose = ({ target, adminHref }: SearchOption, inAdmin: boolean) => {
    // First, so that the focus is back where it was before something else takes it.
    onClose()
    openTarget(inAdmin && adminHref !== null ? { href: adminHref } : target)
  }
  return (
    <Dialog label="Search" width="wide" onDismiss={onClose}>
      <SearchField {...{ listId, siteSearchRef }} onChoose={choose} />
      <p role="status" className={styles.summary}>
        {summary}
      </p>
      <Failures siteSearchRef={siteSearchRef} />
      <SearchListbox {...{ listId, siteSearchRef }} onChoose={choose} />
      <p className={styles.keys}>
        <kbd>Enter</kbd> opens, <kbd>Shift</kbd>+<kbd>Enter</kbd> opens the screen on which it is
        changed, <kbd>Esc</kbd> closes.
      </p>
    </Dialog>
  )
}

/** Says which groups could not be searched. */
function Failures({ siteSearchRef }: { siteSearchRef: SiteSearchRef }) {
  const failed = useSelector(siteSearchRef, selectFailedGroups)
  const retryable = useSelector(siteSearchRef, canRetry)
  if (failed.length === 0) return null
  return (
    <div role="alert" className={styles.failures}>
      {failed.map(({ label, message }) => (
        <p key={label}>
          {label} could not be searched: {message}
        </p>
      ))}
      <Button
        unavailable={!retryable}
        onClick={() => siteSearchRef.send({ type: 'retry.requested' })}
      >
        Try again
      </Button>
    </div>
  )
}
