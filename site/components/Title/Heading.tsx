import type { ReactNode } from 'react'
import type { Iri } from '#content/iri.ts'
import { useOpensPage } from '#src/views/use-opens-page.ts'
import styles from './Title.module.css'

interface HeadingProps {
  position: Iri | null
  quiet?: boolean
  children: ReactNode
}

/** The page's own heading where it opens the page, else one of a part of it. */
export function Heading({ position, quiet = false, children }: HeadingProps) {
  const opens = useOpensPage(position)
  if (quiet) return <h2 className={styles.quiet}>{children}</h2>
  return opens ? (
    <h1 className={styles.lead}>{children}</h1>
  ) : (
    <h2 className={styles.title}>{children}</h2>
  )
}
