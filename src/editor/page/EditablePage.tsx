import { useSelector } from '@xstate/react'
import { type ReactNode, memo, useLayoutEffect } from 'react'
import type { Page, PageData, Resource } from '#content/model/resource.ts'
import { isSelected } from '#machines/editing/selection/selection.ts'
import { useResource } from '#src/resources/use-resource.ts'
import type { ShownPage } from '#src/views/registry/editing-context.ts'
import { withInlineEditors } from '../fields/inline-editors.tsx'
import { inlineFieldsOf } from '../fields/settings-kind.ts'
import { useComponentEdits } from '../hooks/use-component-edits.ts'
import { useSiteKinds } from '../site-kinds.ts'
import styles from './EditablePage.module.css'
import { usePageActors } from './page-actors.tsx'
import { useDeletedResource } from '../hooks/use-shown-versions.ts'

interface EditablePageProps {
  resource: Page
  onChange: (shown: ShownPage | null) => void
}

/** Reports what the template gets in edit mode: the page, or its data, with the editors of its own title and texts. */
export const EditablePage = memo(function EditablePage({
  resource: page,
  onChange,
}: EditablePageProps) {
  const { selectionRef, pendingEditsRef, page: current } = usePageActors()
  // If there is some, the page is a template, which is edited elsewhere.
  const stored = useResource(current?.pageData)
  const deleted = useDeletedResource('PAGE_DATA', current?.pageData ?? '', pendingEditsRef)
  const pageData = stored ?? deleted
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
  useLayoutEffect(() =>
    onChange({
      page: pageData ? page : { ...page, ...texts },
      pageData: pageData ? { ...pageData, ...texts } : null,
    }),
  )
  useLayoutEffect(() => () => onChange(null), [onChange])
  return null
})
