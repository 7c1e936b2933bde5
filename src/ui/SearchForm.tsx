import { type SubmitEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import fieldStyles from './TextField.module.css'
import styles from './SearchForm.module.css'

interface SearchFormProps {
  /** The words that are searched for; '' for none. */
  words: string
  onSearch: (words: string) => void
}

/** Searches what is listed. */
export function SearchForm({ words, onSearch }: SearchFormProps) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  // Another element in its place would lose the focus.
  useLayoutEffect(() => {
    ref.current!.value = words
  }, [words])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('search')).trim())
  }
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <label htmlFor={id}>Search</label>
      <input
        ref={ref}
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
