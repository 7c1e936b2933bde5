import { ResponsiveImage } from '#src/views/page/ResponsiveImage.tsx'
import { defineComponent } from '#src/views/registry/registry.ts'
import { useIsFirstOfKind } from '#src/views/hooks/use-is-first-of-kind.ts'
import type { kind } from '../kind.ts'
import styles from './Image.module.css'

export default defineComponent<typeof kind>({
  View: function ImageView({ resource, position }) {
    const { alt, file } = resource
    const isFirst = useIsFirstOfKind(position)
    if (typeof file === 'string') return <img src={file} alt={alt ?? ''} className={styles.image} />
    return (
      file ?? (
        <ResponsiveImage
          resource={resource}
          alt={alt ?? ''}
          sizes="(min-width: 60rem) 54rem, 100vw"
          eager={isFirst}
          className={styles.image}
        />
      )
    )
  },
})
