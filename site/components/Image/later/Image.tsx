import { use } from 'react'
import type { Component } from '#content/resource.ts'
import { Picture } from '#src/views/Picture.tsx'
import { defineComponent } from '#src/views/define.ts'
import { EditingContext } from '#src/views/editing.ts'
import { useFirstOfKind } from '#src/views/use-first-of-kind.ts'
import styles from './Image.module.css'

interface Image extends Component {
  alt?: string | null
  /** Only while it is being edited: what has been chosen and is not stored yet. */
  file?: string | null
}

export default defineComponent<Image>({
  View: function ImageView({ resource, position }) {
    const { alt, file } = resource
    const first = useFirstOfKind(position)
    const isEmpty = !resource._metadata['mediaObjects']
    if (file?.startsWith('data:'))
      return <img src={file} alt={alt ?? ''} className={styles.picture} />
    if (isEmpty || file === null) return <Placeholder />
    return (
      <Picture
        resource={resource}
        alt={alt ?? ''}
        sizes="(min-width: 60rem) 54rem, 100vw"
        first={first}
        className={styles.picture}
      />
    )
  },
})

/** For those who can do something about it. */
const Placeholder = () =>
  use(EditingContext) && (
    <p className={styles.placeholder}>No picture yet. Choose one in the panel below.</p>
  )
