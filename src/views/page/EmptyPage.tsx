import { use } from 'react'
import { isEmptyPage } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import { useResource, useResourceSelector } from '#src/resources/use-resource.ts'
import { EditingContext } from '../registry/editing-context.ts'
import styles from '../views.module.css'

/** Shows a message on a page without visible content. In edit mode the empty groups have placeholders instead. */
export function EmptyPage({ iri }: { iri: Iri<'PAGE'> }) {
  const isEmpty = useResourceSelector((read) => isEmptyPage(iri, read))
  const page = useResource(iri)
  if (!isEmpty || use(EditingContext)) return null
  return (
    <div className={styles.emptyPage}>
      <h1>{page?.title ?? 'An empty page'}</h1>
      <p>
        {page?.isTemplate
          ? 'This is a template. It is filled on the pages that use it.'
          : 'There is nothing here yet.'}
      </p>
    </div>
  )
}
