import { use } from 'react'
import { isBare } from '#content/groups.ts'
import type { Iri } from '#content/iri.ts'
import type { Page } from '#content/resource.ts'
import { useRead } from '#src/resources/use-resource.ts'
import { EditingContext } from './editing.ts'
import styles from './views.module.css'

/** Says so where a page has nothing on it that could be read; an editor sees where something can be added. */
export function EmptyPage({ iri }: { iri: Iri }) {
  const bare = useRead((read) => isBare(iri, read))
  const title = useRead((read) => (read(iri) as Page | undefined)?.title)
  if (!bare || use(EditingContext)) return null
  return (
    <div className={styles.empty}>
      <h1>{title ?? 'An empty page'}</h1>
      <p>There is nothing here yet.</p>
    </div>
  )
}
