import type { ReactNode } from 'react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { resourceHref, templateOf } from '#content/page/content-scope.ts'
import { pagesLabel, usedByNote } from '#content/page/pages-label.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import styles from './SharedNotice.module.css'
import { useContentScope, useCurrentPage } from '../hooks/use-content-scope.ts'
import { usePageCount } from '../hooks/use-page-count.ts'
import { useStagedInsertionPoint } from '../hooks/use-staged-insertion-point.ts'
import { useSelection } from '../hooks/use-selection.ts'
import type { EditorActorRefs } from './editor-actor-refs.ts'

/**
 * Shows on how many pages a change will be seen. A part of the template of a page cannot be changed there, so a link to the
 * template is shown instead.
 */
export function SharedNotice({ selectionRef }: EditorActorRefs) {
  const { selectedIri, position, group, isNew } = useSelection(selectionRef)
  const scope = useContentScope(selectedIri)
  const template = useCurrentPage()?.page
  // A component that is added to a shared group is shared, too, but not the own content of a page of data.
  const isOwn = isIriOf('PAGE_DATA', useStagedInsertionPoint()?.fills?.iri)
  const added = isOwn ? undefined : group
  const selected = isNew ? added : selectedIri
  const isPageData = isIriOf('PAGE_DATA', selected)
  // A resource that has just been deleted stays selected for a moment. Its pages cannot be counted.
  const isDeleted = useResourceSelector((read) => selected !== undefined && !read(selected))
  if (template && (isPageData || scope === 'template'))
    return (
      <TemplateNotice key={template} template={template}>
        {isPageData ? 'This page has a template.' : 'This belongs to the template of this page.'}
      </TemplateNotice>
    )
  // In another group it may be on other pages, which are counted then.
  return selected === undefined || isDeleted ? null : (
    <ChangeNotice
      key={`${group} ${position ?? selected}`}
      iri={selected}
      isLayout={scope === 'layout'}
    />
  )
}

function TemplateNotice({ template, children }: { template: Iri<'PAGE'>; children: ReactNode }) {
  const count = usePageCount(template)
  return (
    <p role="note" className={styles.notice}>
      {children} <a href={resourceHref(template)}>Edit the template{usedByNote(count)}</a>
    </p>
  )
}

/** Shows on how many pages a change is seen; renders nothing for a component that is on one page only. */
function ChangeNotice({ iri, isLayout }: { iri: Iri; isLayout: boolean }) {
  const count = usePageCount(iri)
  const page = useCurrentPage()
  const isTemplate = useResourceSelector(
    (read) => page !== null && !page.pageData && templateOf(page, read) !== null,
  )
  const sharedPart = isLayout ? 'the layout' : isTemplate ? 'a template' : null
  if (count === null)
    return isLayout ? (
      <p role="note" className={styles.notice}>
        This is part of the layout, which other pages may share.
      </p>
    ) : null
  if (count < 2 && sharedPart === null) return null
  return (
    <p role="note" className={styles.notice}>
      {sharedPart ? `This is part of ${sharedPart}. ` : ''}A change here is seen on{' '}
      {pagesLabel(count)}.
    </p>
  )
}
