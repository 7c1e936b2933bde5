import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { Page, PageData, Resource } from '#content/model/resource.ts'
import { isSelected } from '#machines/editing/selection/selection.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { PageDataContext } from '#src/views/hooks/use-page-data.ts'
import { TemplateView } from '#src/views/page/PageView.tsx'
import { withInlineEditors } from '../fields/inline-editors.tsx'
import { inlineFieldsOf } from '../fields/settings-kind.ts'
import { useComponentEdits } from '../hooks/use-component-edits.ts'
import { useSiteKinds } from '../site-kinds.ts'
import styles from './EditablePage.module.css'
import { usePageActors } from './page-actors.tsx'

/** Renders a page in edit mode: its template, with the editors of what it shows of the page's own title and texts. */
export function EditablePage({ resource: page }: { resource: Page }) {
  const { selectionRef, pendingEditsRef, page: current } = usePageActors()
  // If there is some, the page is a template, which is edited elsewhere.
  const pageData = useResource(current?.pageData)
  const own: Page | PageData = pageData ?? page
  const { '@id': iri } = own
  const selected = useSelector(selectionRef, isSelected(iri))
  const editProps = useComponentEdits<Resource>(own, [iri], pendingEditsRef)
  const fields = inlineFieldsOf(own, useSiteKinds())
  const editors = withInlineEditors({ fields }, editProps, selected)
  const texts = Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      // The element by which a press finds what is selected.
      <span key={name} data-iri={iri} aria-current={selected || undefined} className={styles.text}>
        {editors[name] as ReactNode}
      </span>,
    ]),
  )
  return pageData ? (
    <PageDataContext value={{ ...pageData, ...texts }}>
      <TemplateView page={page} />
    </PageDataContext>
  ) : (
    <TemplateView page={{ ...page, ...texts }} />
  )
}
