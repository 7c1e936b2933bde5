import type { ReactNode } from 'react'
import { useIsFirstOnPage } from '#src/views/hooks/use-is-first-on-page.ts'
import { type ComponentViewProps, defineComponent } from '#src/views/registry/registry.ts'
import type { kind } from './kind.ts'
import styles from './Title.module.css'

type TitleProps = ComponentViewProps<typeof kind>

export default defineComponent<typeof kind>({
  View: ({ resource, position }) => <Heading position={position}>{resource.title}</Heading>,
  variants: {
    AltTitle: ({ resource }) => <h2 className={styles.quietHeading}>{resource.title}</h2>,
  },
})

/** Renders an `<h1>` for the first position of a page, else an `<h2>`. */
function Heading({ position, children }: Pick<TitleProps, 'position'> & { children: ReactNode }) {
  const isFirst = useIsFirstOnPage(position)
  return isFirst ? (
    <h1 className={styles.pageHeading}>{children}</h1>
  ) : (
    <h2 className={styles.sectionHeading}>{children}</h2>
  )
}
