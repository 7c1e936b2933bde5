import { use } from 'react'
import type { Component } from '#content/model/resource.ts'
import { ResponsiveImage } from '#src/views/page/ResponsiveImage.tsx'
import { defineComponent } from '#src/views/registry/registry.ts'
import { EditingContext } from '#src/views/registry/editing-context.ts'
import { useIsFirstOfKind } from '#src/views/hooks/use-is-first-of-kind.ts'
import styles from './Image.module.css'

interface Image extends Component {
  alt?: string | null
  /** In edit mode only: the chosen file as a data URL while it is not saved. */
  file?: string | null
}

export default defineComponent<Image>({
  View: function ImageView({ resource, position }) {
    const { alt, file } = resource
    const isFirst = useIsFirstOfKind(position)
    const isEmpty = !resource._metadata['mediaObjects']
    if (file?.startsWith('data:'))
      return <img src={file} alt={alt ?? ''} className={styles.image} />
    if (isEmpty || file === null) return <Placeholder />
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
    <p className={styles.placeholder}>No picture yet. Choose one in the panel below.</p>
  )
