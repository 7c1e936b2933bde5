import { type SubmitEvent, useId } from 'react'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import styles from './SearchForm.module.css'

interface SearchFormProps {
  /** The words that are searched for; '' for none. */
  words: string
  onSearch: (words: string) => void
}

/** Searches what a screen lists. */
export function SearchForm({ words, onSearch }: SearchFormProps) {
  const id = useId()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('search')).trim())
  }
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <label htmlFor={id}>Search</label>
      <input
        key={words}
        id={id}
        type="search"
        name="search"
        defaultValue={words}
        maxLength={200}
        className={fieldStyles.input}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}
