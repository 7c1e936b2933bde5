import { useSelector } from '@xstate/react'
import { type SubmitEvent, useLayoutEffect, useRef } from 'react'
import { type PageRoutes, enteredPath, suggestedPath } from '#content/admin/page-routes.ts'
import {
  type PageRoutesRef,
  isBusy,
  isCascading,
  selectEdited,
  selectPath,
  selectProblem,
} from '#machines/admin/page-routes.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { busyReasonOf } from '../busy-reason.ts'
import styles from './ResourceItem.module.css'

interface PathFormProps {
  routes: PageRoutes
  pageRoutesRef: PageRoutesRef
}

/** Enters the path of a route, or of a redirect to it. */
export function PathForm({ routes, pageRoutesRef }: PathFormProps) {
  const edited = useSelector(pageRoutesRef, selectEdited)
  const path = useSelector(pageRoutesRef, selectPath)
  const busy = useSelector(pageRoutesRef, isBusy)
  const reason = useSelector(pageRoutesRef, busyReasonOf)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) pageRoutesRef.send({ type: 'save.requested' })
  }
  return (
    <form ref={useFocusInside()} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={edited === 'redirect' ? 'Path of the redirect' : 'Path of the page'}
        value={path}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        placeholder={edited === 'redirect' ? '/old-path' : suggestedPath(routes)}
        error={useSelector(pageRoutesRef, selectProblem) ?? undefined}
        hint={previewOf(edited, path, routes)}
        onChange={(text) => pageRoutesRef.send({ type: 'path.changed', path: text })}
      />
      <CascadeChoice routes={routes} pageRoutesRef={pageRoutesRef} />
      <div className={styles.actions}>
        <Button type="submit" variant="solid" busy={busy}>
          Save
        </Button>
        <Button
          disabledReason={reason}
          onClick={() => pageRoutesRef.send({ type: 'edit.canceled' })}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Focuses the field of a form while that is shown, and what surrounds it after that. */
function useFocusInside() {
  const ref = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const panel = ref.current?.closest<HTMLElement>('[role="tabpanel"]')
    ref.current?.querySelector('input')?.focus()
    return () => panel?.focus()
  }, [])
  return ref
}

/** Returns the address that the path gives, or the one that it leads to. */
const previewOf = (edited: 'route' | 'redirect', path: string, { route }: PageRoutes) => {
  const entered = enteredPath(path)
  if (edited === 'redirect') return `${entered} will lead to ${route?.path ?? ''}.`
  const isMoved = route && route.path !== entered
  return `${window.location.origin}${entered}${isMoved ? `. ${route.path} will lead there.` : ''}`
}

/** Chooses whether the routes of the pages below change, too. */
function CascadeChoice({ routes: { route }, pageRoutesRef }: PathFormProps) {
  const edited = useSelector(pageRoutesRef, selectEdited)
  const checked = useSelector(pageRoutesRef, isCascading)
  if (edited === 'redirect' || !route?.childCount) return null
  const { childCount } = route
  return (
    <Checkbox
      label={
        childCount === 1
          ? 'Change the route of the page below it, too'
          : `Change the routes of the ${childCount} pages below it, too`
      }
      checked={checked}
      onChange={(value) => pageRoutesRef.send({ type: 'cascade.changed', isCascading: value })}
    />
  )
}
