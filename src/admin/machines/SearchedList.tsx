import type { ReactNode } from 'react'
import { counted } from '#content/model/counted.ts'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './lists.module.css'

interface SearchedListProps {
  /** The word for one of what is listed. */
  noun: string
  /** The number of those that were found. */
  count: number
  words: string
  onSearch: (words: string) => void
  children: ReactNode
}

/** Shows a list below a field that searches it, and says how many were found. */
export const SearchedList = ({ noun, count, words, onSearch, children }: SearchedListProps) => (
  <div className={styles.list}>
    <TextField
      label={`Search ${noun}s`}
      type="search"
      maxLength={200}
      value={words}
      onChange={onSearch}
    />
    <p role="status" className={styles.count}>
      {counted(count, noun, `${noun}s`)}
    </p>
    {children}
  </div>
)
