import { useId } from 'react'
import type { MediaTag } from '#content/pictures/media-library.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import styles from './TagFilter.module.css'

interface TagFilterProps {
  tags: readonly MediaTag[]
  /** The tag that all listed files have; '' for any. */
  tag: string
  onChoose: (tag: string) => void
}

/** Chooses the tag that all listed files have. Without any tag there is nothing to choose. */
export function TagFilter({ tags, tag, onChoose }: TagFilterProps) {
  const id = useId()
  const isListed = tag === '' || tags.some((other) => other.tag === tag)
  if (tag === '' && tags.length === 0) return null
  return (
    <div className={styles.tag}>
      <label htmlFor={id}>Tag</label>
      <select
        id={id}
        className={fieldStyles.input}
        value={tag}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">All tags</option>
        {isListed ? null : <option value={tag}>{tag}</option>}
        {tags.map((other) => (
          <option key={other.tag} value={other.tag}>
            {other.tag} ({other.fileCount})
          </option>
        ))}
      </select>
    </div>
  )
}
