import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { searchGroupsFor } from '#content/admin/site-search.ts'
import { type SearchOption, type SearchTarget, siteCommands } from '#content/admin/site-commands.ts'
import {
  type SiteSearchRef,
  canRetry,
  selectFailedGroups,
  selectSummary,
} from '#machines/admin/site-search.ts'
import { selectUser } from '#machines/session/auth.ts'
import { siteSearch } from '#src/app/effects/admin/site-search-effects.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SearchField, SearchListbox } from './SearchListbox.tsx'
import styles from './SiteSearch.module.css'

interface OpenProps {
  onOpen: (target: SearchTarget) => void
  onClose: () => void
}

interface SiteSearchProps extends OpenProps {
  /** True if the page that is shown can be edited, and is not. */
  canEdit: boolean
  isEditing: boolean
}

/** Searches pages, data, routes, layouts, media, users, settings and actions while one types, and opens the chosen result. */
export function SiteSearch({ canEdit, isEditing, ...props }: SiteSearchProps) {
  const user = useSelector(useAppActor('auth'), selectUser)
  const siteSearchRef = useViewActor('siteSearch', siteSearch, {
    commands: siteCommands({ user, canEdit, isEditing }),
    groups: searchGroupsFor(user),
  })
  return <SiteSearchWithActor siteSearchRef={siteSearchRef} {...props} />
}

/** Renders the search of an actor that is already running. */
export function SiteSearchWithActor({
  siteSearchRef,
  onOpen,
  onClose,
}: OpenProps & { siteSearchRef: SiteSearchRef }) {
  const listId = useId()
  const summary = useSelector(siteSearchRef, selectSummary)
  /** Opens an option; `inAdmin` the screen on which it is changed, where it has one of its own. */
  const choose = ({ target, adminHref }: SearchOption, inAdmin: boolean) => {
    // First, so that the focus is back where it was before something else takes it.
    onClose()
    onOpen(inAdmin && adminHref ? { href: adminHref } : target)
  }
  return (
    <Dialog label="Search" width="wide" onDismiss={onClose}>
      <SearchField {...{ listId, siteSearchRef }} onChoose={choose} />
      <p role="status" className={styles.summary}>
        {summary}
      </p>
      <Failures siteSearchRef={siteSearchRef} />
      <SearchListbox {...{ listId, siteSearchRef }} onChoose={choose} />
      <p className={styles.summary}>Enter opens a result, Shift+Enter its admin screen.</p>
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
        disabledReason={retryable ? null : 'Searching…'}
        onClick={() => siteSearchRef.send({ type: 'retry.requested' })}
      >
        Try again
      </Button>
    </div>
  )
}
