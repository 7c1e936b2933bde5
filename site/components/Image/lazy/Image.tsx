import { use } from 'react'
import { ResponsiveImage } from '#src/views/page/ResponsiveImage.tsx'
import { defineComponent } from '#src/views/registry/registry.ts'
import { EditingContext } from '#src/views/registry/editing-context.ts'
import { useIsFirstOfKind } from '#src/views/hooks/use-is-first-of-kind.ts'
import type { kind } from '../kind.ts'
import styles from './Image.module.css'

export default defineComponent<typeof kind>({
  View: function ImageView({ resource, position }) {
    const { alt, file } = resource
    const isFirst = useIsFirstOfKind(position)
    const isEmpty = !resource._metadata.mediaObjects
    // In edit mode, the chosen file is a data URL until it is saved.
    if (file?.startsWith('data:'))
      return <img src={file} alt={alt ?? ''} className={styles.image} />
    if (isEmpty || file !== undefined) return <Placeholder />
    return (
      <ResponsiveImage
        resource={resource}
        alt={alt ?? ''}
        sizes="(min-width: 60rem) 54rem, 100vw"
        eager={isFirst}
        className={styles.image}
      />
    )
  },
})

/** Shows in edit mode that an image is missing. */
const Placeholder = () =>
  use(EditingContext) && (
    <p className={styles.placeholder}>No picture yet. Choose one in the panel.</p>
  )
