import { useSelector } from '@xstate/react'
import { type FormEvent, useId, useState } from 'react'
import type { BulkPreview } from '#content/admin/bulk-change.ts'
import { bulkWords } from '#content/admin/bulk-words.ts'
import type { Option } from '#content/admin/item-form.ts'
import type { ListName } from '#content/admin/resource-lists.ts'
import {
  type BulkChangeRef,
  isConfirming,
  selectPreview,
  selectRequest,
} from '#machines/admin/bulk-change.ts'
import { choiceSearch } from '#src/app/effects/admin/choice-search-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import type { ListPage } from '../hooks/use-list-page.ts'
import { SearchedChoice } from './SearchedChoice.tsx'
import styles from './ResourceList.module.css'

interface BulkDialogProps {
  name: ListName
  bulkChangeRef: BulkChangeRef
}

/** Asks whether a change of several rows is to be made, once it is known what it does. */
export const BulkDialog = ({ listPage: { shown, bulkChangeRef } }: { listPage: ListPage }) =>
  bulkChangeRef ? <Confirming name={shown.name} bulkChangeRef={bulkChangeRef} /> : null

const Confirming = (props: BulkDialogProps) =>
  useSelector(props.bulkChangeRef, isConfirming) ? <Question {...props} /> : null

function Question({ name, bulkChangeRef }: BulkDialogProps) {
  const descriptionId = useId()
  const request = useSelector(bulkChangeRef, selectRequest)
  const preview = useSelector(bulkChangeRef, selectPreview)
  const { isEmpty } = preview
  const { question, confirm } = bulkWords(name, request)
  const cancel = () => bulkChangeRef.send({ type: 'bulk.canceled' })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const layout = new FormData(event.currentTarget).get('layout')
    bulkChangeRef.send({ type: 'bulk.confirmed', layout: layout === null ? null : String(layout) })
  }
  return (
    <Dialog label={question} role="alertdialog" describedBy={descriptionId} onDismiss={cancel}>
      <form className={styles.question} onSubmit={submit}>
        <div id={descriptionId} className={styles.consequences}>
          <Consequences preview={preview} />
          {request.action === 'layout' ? <LayoutChoice preview={preview} /> : null}
          {isEmpty ? null : <p>{undoSentence(preview)}</p>}
        </div>
        <DialogActions>
          <Button onClick={cancel}>{isEmpty ? 'Close' : 'Cancel'}</Button>
          {isEmpty ? null : (
            <Button type="submit" variant={request.action === 'delete' ? 'danger' : 'solid'}>
              {confirm}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const Consequences = ({ preview: { consequences } }: { preview: BulkPreview }) =>
  consequences.length > 0 ? (
    <ul>
      {consequences.map((consequence) => (
        <li key={consequence}>{consequence}</li>
      ))}
    </ul>
  ) : null

const undoSentence = ({ isUndoable }: BulkPreview) =>
  isUndoable ? 'It can be undone for an hour.' : 'This is too much to be kept: it cannot be undone.'

const LayoutChoice = ({ preview: { layouts, areLayoutsSearched } }: { preview: BulkPreview }) =>
  areLayoutsSearched ? (
    <SearchedLayout first={layouts[0]!} />
  ) : (
    <label className={styles.choice}>
      Layout
      <select name="layout" required className={fieldStyles.input}>
        {layouts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )

/** Chooses one of many layouts, which are searched while one types. */
function SearchedLayout({ first }: { first: Option }) {
  const [chosen, setChosen] = useState(first)
  const input = { source: 'layouts', own: null, none: null } as const
  const searchRef = useViewActor('choiceSearch', choiceSearch, input)
  return (
    <>
      <input type="hidden" name="layout" value={chosen.value} />
      <SearchedChoice
        label="Layout"
        hint="Type to find another one."
        chosenLabel={chosen.label}
        none={null}
        searchRef={searchRef}
        onChoose={setChosen}
      />
    </>
  )
}
