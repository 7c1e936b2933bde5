import { useSelector } from '@xstate/react'
import { flushSync } from 'react-dom'
import { type Field, comparisonOf } from '#content/model/field.ts'
import type { Iri } from '#content/model/iri.ts'
import { visibleVersion } from '#content/model/visible-version.ts'
import { type FieldRef, selectIri, selectPendingValue } from '#machines/editing/changes/field.ts'
import {
  type SaveRefusalRef,
  selectFailure,
  selectRemoteValue,
  selectStoredValue,
} from '#machines/editing/changes/save-refusal.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { focusPanel } from '../dom/find-panel.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import { focusAtEnd } from '../dom/keep-focus.ts'
import { loadTools } from '../load-tools.ts'
import { ConflictVersions, type ConflictViewProps } from './ConflictVersions.tsx'
import { SaveErrorActions } from './SaveErrorActions.tsx'

/**
 * Loaded with the library that compares texts. Until then there are no buttons, because a press on one would be lost when
 * it is rendered again. Where the code cannot be loaded, both versions are shown beside each other.
 */
const ConflictDifference = lazyView(async () => (await loadTools()).ConflictDifference, {
  Missing: ConflictVersions,
})

interface ConflictProps {
  fieldRef: FieldRef
  refusalRef: SaveRefusalRef
  label: string
  field: Field | undefined
}

/** Shows what somebody else has changed in a field that is edited here, and resolves it: mine, theirs, or both merged. */
export function Conflict({ fieldRef, refusalRef, label, field }: ConflictProps) {
  const edits = {
    base: useSelector(refusalRef, selectStoredValue),
    theirs: useSelector(refusalRef, selectRemoteValue),
    mine: useSelector(fieldRef, selectPendingValue),
  }
  const iri = useSelector(fieldRef, selectIri)
  const shownIri = useResourceSelector((read) => visibleVersion(iri, read)) ?? iri
  const keep = () => refusalRef.send({ type: 'local.kept' })
  const keepMerged = (value: string) => {
    flushSync(() => {
      fieldRef.send({ type: 'field.changed', value, stored: edits.theirs })
      keep()
    })
    focusText(shownIri, label)
  }
  return (
    <>
      <FailureAlert failure={useSelector(refusalRef, selectFailure)} />
      <ConflictView edits={edits} field={field}>
        {(merge) => (
          <SaveErrorActions>
            <Button variant="solid" onClick={keep}>
              Keep mine
            </Button>
            <Button onClick={() => refusalRef.send({ type: 'remote.accepted', value: edits.mine })}>
              Use theirs
            </Button>
            {merge ? <Button onClick={() => keepMerged(merge())}>Merge by hand</Button> : null}
          </SaveErrorActions>
        )}
      </ConflictView>
    </>
  )
}

function ConflictView(props: ConflictViewProps) {
  const { field } = props
  // The picture of a file that was not saved is unknown.
  return field && comparisonOf(field) !== 'image' ? (
    <ConflictDifference {...props} field={field} />
  ) : (
    <ConflictVersions {...props} />
  )
}

/** Focuses the text of a field on the page, or the panel, which has the other fields. */
function focusText(iri: Iri, label: string) {
  const textEl = findResourceElement(iri)?.querySelector<HTMLElement>(
    `[role="textbox"][aria-label="${CSS.escape(label)}"]`,
  )
  if (textEl) focusAtEnd(textEl)
  else focusPanel()
}
