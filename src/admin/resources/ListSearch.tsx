import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId } from 'react'
import { selectWords } from '#machines/admin/list-search.ts'
import { listSearch } from '#src/app/effects/admin/list-search-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import formStyles from '#src/ui/SearchForm.module.css'
import fieldStyles from '#src/ui/TextField.module.css'

/** Searches a list while words are typed, and at once by Enter or the button. */
export function ListSearch({ words }: { words: string }) {
  const id = useId()
  const listSearchRef = useViewActor('listSearch', listSearch, { words })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    listSearchRef.send({ type: 'search.submitted' })
  }
  return (
    <form role="search" className={formStyles.search} onSubmit={submit}>
      <label htmlFor={id}>Search</label>
      <input
        id={id}
        type="search"
        value={useSelector(listSearchRef, selectWords)}
        maxLength={200}
        className={fieldStyles.input}
        onChange={({ target }) => listSearchRef.send({ type: 'words.typed', words: target.value })}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}
