import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import {
  type PageRoutes,
  type Redirect,
  findRedirect,
  redirectCount,
  suggestedPath,
} from '#content/admin/page-routes.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type PageRoutesRef,
  canUndo,
  isBusy,
  isConfirming,
  isEditing,
  isFailed,
  selectDeleted,
  selectEdited,
  selectFailure,
  selectRoutes,
  selectUndoRef,
} from '#machines/admin/page-routes.ts'
import { pageRoutes } from '#src/app/effects/admin/page-routes-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'
import { PathForm } from './PathForm.tsx'
import { UndoOffer } from './UndoOffer.tsx'
import { busyReasonOf } from '../busy-reason.ts'
import styles from './ResourceItem.module.css'

interface PageRoutesProps {
  pageRoutesRef: PageRoutesRef
}

/** Shows and changes the route of a page, and the redirects to it. */
export function PageRoutesPanel({ owner }: { owner: Iri }) {
  const pageRoutesRef = useViewActor('pageRoutes', pageRoutes, { owner })
  return <PageRoutesWithActor pageRoutesRef={pageRoutesRef} />
}

/**
 * Renders the routes of an actor that is already running.
 * @internal Exported for tests.
 */
export function PageRoutesWithActor({ pageRoutesRef }: PageRoutesProps) {
  const routes = useSelector(pageRoutesRef, selectRoutes)
  const confirming = useSelector(pageRoutesRef, isConfirming)
  const ref = useFocusReturn(pageRoutesRef)
  return (
    <div ref={ref} className={styles.routes} aria-busy={useSelector(pageRoutesRef, isBusy)}>
      <UndoOffer
        canUndo={useSelector(pageRoutesRef, canUndo)}
        undo={() => selectUndoRef(pageRoutesRef.getSnapshot())?.send({ type: 'undo.requested' })}
      />
      <Problems pageRoutesRef={pageRoutesRef} />
      {routes ? <Routes routes={routes} pageRoutesRef={pageRoutesRef} /> : null}
      {routes && confirming ? (
        <RouteDeletion routes={routes} pageRoutesRef={pageRoutesRef} />
      ) : null}
    </div>
  )
}

/** Returns the focus to the button that leads to the form of a path, once that is closed. */
function useFocusReturn(pageRoutesRef: PageRoutesRef) {
  const ref = useRef<HTMLDivElement>(null)
  const edited = useSelector(pageRoutesRef, selectEdited)
  const editing = useSelector(pageRoutesRef, isEditing)
  const wasEditing = useRef(editing)
  useEffect(() => {
    const isClosed = wasEditing.current && !editing
    wasEditing.current = editing
    if (isClosed) ref.current?.querySelector<HTMLElement>(`[data-edits="${edited}"]`)?.focus()
  }, [edited, editing])
  return ref
}

function Problems({ pageRoutesRef }: PageRoutesProps) {
  const isRead = useSelector(pageRoutesRef, selectRoutes) !== null
  const failed = useSelector(pageRoutesRef, isFailed)
  return (
    <>
      <FailureAlert failure={useSelector(pageRoutesRef, selectFailure)} />
      {failed ? (
        <RetryButton onRetry={() => pageRoutesRef.send({ type: 'retry.requested' })} />
      ) : null}
      {isRead || failed ? null : <p role="status">Loading…</p>}
    </>
  )
}

type WithRoutes = PageRoutesProps & { routes: PageRoutes }

function Routes({ routes, pageRoutesRef }: WithRoutes) {
  if (useSelector(pageRoutesRef, isEditing))
    return <PathForm routes={routes} pageRoutesRef={pageRoutesRef} />
  return (
    <>
      <Route routes={routes} pageRoutesRef={pageRoutesRef} />
      {routes.route ? (
        <Redirects redirects={routes.route.redirects} pageRoutesRef={pageRoutesRef} />
      ) : null}
    </>
  )
}

/** Shows the route of a page, and suggests the one of its title. */
function Route({ routes, pageRoutesRef }: WithRoutes) {
  const reason = useSelector(pageRoutesRef, busyReasonOf)
  const { route } = routes
  const suggested = suggestedPath(routes)
  const isSuggested = route?.path !== suggested
  const ref = useFocusAfterSuggestion(isSuggested)
  return (
    <section aria-label="Route" className={styles.section}>
      {route ? (
        <p>
          Visitors find the page at <a href={route.path}>{route.path}</a>.
        </p>
      ) : (
        <p>The page has no route yet, so that only editors see it.</p>
      )}
      <div ref={ref} className={styles.actions}>
        <Button
          variant={route ? 'plain' : 'solid'}
          disabledReason={reason}
          data-edits="route"
          onClick={() => pageRoutesRef.send({ type: 'edit.requested' })}
        >
          {route ? 'Change…' : 'Create a route…'}
        </Button>
        {isSuggested ? (
          <Button
            disabledReason={reason}
            onClick={() => pageRoutesRef.send({ type: 'generation.requested' })}
          >
            Use {suggested}
          </Button>
        ) : null}
        {route ? (
          <DeleteButton iri={route.iri} label="Delete the route" pageRoutesRef={pageRoutesRef} />
        ) : null}
      </div>
    </section>
  )
}

/** Moves the focus from the button for the suggested path, which leaves once that is used, to the one before it: next is one that deletes. */
function useFocusAfterSuggestion(isSuggested: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const wasSuggested = useRef(isSuggested)
  useLayoutEffect(() => {
    const isUsed = wasSuggested.current && !isSuggested
    wasSuggested.current = isSuggested
    if (isUsed && document.activeElement === document.body)
      ref.current!.querySelector<HTMLElement>('[data-edits]')?.focus()
  }, [isSuggested])
  return ref
}

interface DeleteButtonProps extends PageRoutesProps {
  iri: Iri
  label: string
}

function DeleteButton({ iri, label, pageRoutesRef }: DeleteButtonProps) {
  const reason = useSelector(pageRoutesRef, busyReasonOf)
  return (
    <Button
      variant="danger"
      disabledReason={reason}
      aria-label={label}
      onClick={() => pageRoutesRef.send({ type: 'deletion.requested', iri })}
    >
      Delete…
    </Button>
  )
}

type RedirectsProps = PageRoutesProps & { redirects: readonly Redirect[] }

function Redirects({ redirects, pageRoutesRef }: RedirectsProps) {
  const reason = useSelector(pageRoutesRef, busyReasonOf)
  return (
    <section aria-label="Redirects" className={styles.section}>
      <h2 className={styles.subheading}>Redirects</h2>
      <p>
        {redirects.length === 0
          ? 'No other path leads here. When the route changes, the old one does by itself.'
          : 'These paths lead here, too:'}
      </p>
      <RedirectTree redirects={redirects} pageRoutesRef={pageRoutesRef} />
      <div className={styles.actions}>
        <Button
          disabledReason={reason}
          data-edits="redirect"
          onClick={() => pageRoutesRef.send({ type: 'redirect.requested' })}
        >
          Add a redirect…
        </Button>
      </div>
    </section>
  )
}

const RedirectTree = ({ redirects, pageRoutesRef }: RedirectsProps) =>
  redirects.length === 0 ? null : (
    <ul className={styles.tree}>
      {redirects.map(({ iri, path, redirects: further }) => (
        <li key={iri}>
          <div className={styles.redirect}>
            <code>{path}</code>
            <DeleteButton iri={iri} label={`Delete ${path}`} pageRoutesRef={pageRoutesRef} />
          </div>
          <RedirectTree redirects={further} pageRoutesRef={pageRoutesRef} />
        </li>
      ))}
    </ul>
  )

/** Asks whether a route or a redirect is to be deleted. */
function RouteDeletion({ routes, pageRoutesRef }: WithRoutes) {
  const iri = useSelector(pageRoutesRef, selectDeleted)!
  const route = routes.route!
  const deleted = route.iri === iri ? route : findRedirect(route, iri)
  const count = deleted ? redirectCount(deleted) : 0
  return (
    <DeletionDialog
      name={deleted?.path ?? ''}
      consequences={[
        ...(route.iri === iri ? ['Only editors see the page after that.'] : []),
        ...(count > 0
          ? [
              count === 1
                ? '1 redirect to it is deleted, too.'
                : `${count} redirects to it are deleted, too.`,
            ]
          : []),
      ]}
      isUndoable={routes.isUndoable}
      onCancel={() => pageRoutesRef.send({ type: 'deletion.canceled' })}
      onConfirm={() => pageRoutesRef.send({ type: 'deletion.confirmed' })}
    />
  )
}
