import type { ReactNode } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { useIsFirstOnPage } from '#src/views/hooks/use-is-first-on-page.ts'
import styles from './Title.module.css'

interface HeadingProps {
  position: Iri<'COMPONENT_POSITION'> | null
  quiet?: boolean
  children: ReactNode
}

/** Renders an `<h1>` for the first position of a page, else an `<h2>`. */
export function Heading({ position, quiet = false, children }: HeadingProps) {
  const isFirst = useIsFirstOnPage(position)
  if (quiet) return <h2 className={styles.quietHeading}>{children}</h2>
  return isFirst ? (
    <h1 className={styles.pageHeading}>{children}</h1>
  ) : (
    <h2 className={styles.sectionHeading}>{children}</h2>
  )
}
