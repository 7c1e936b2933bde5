import { memo, use, useState } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { PageDataContext } from '../hooks/use-page-data.ts'
import { GroupView } from './GroupView.tsx'
import { EditingContext, type ShownPage } from '../registry/editing-context.ts'
import { type InlinePage, useView, withoutPrefix } from '../registry/registry.ts'

/** Renders a page with its template. */
export const PageView = memo(function PageView({ iri }: { iri: Iri<'PAGE'> }) {
  const page = useResource(iri)
  const editing = use(EditingContext)
  const [edited, setEdited] = useState<ShownPage | null>(null)
  if (!page) return null
  return (
    <div
      data-iri={iri}
      data-area="page"
      className={classNames(...(page.uiClassNames ?? [])) || undefined}
    >
      {editing && <editing.Page resource={page} onChange={setEdited} />}
      <PageDataContext value={edited && edited.pageData}>
        <TemplateView page={edited?.page ?? page} />
      </PageDataContext>
    </div>
  )
})

/** Renders the template of a page; for one that the site does not define, the page's groups one after another. */
function TemplateView({ page }: { page: InlinePage }) {
  const definition = useView('templates', withoutPrefix(page.uiComponent, 'CwaPage'))
  return definition ? (
    <definition.View iri={page['@id']} resource={page} />
  ) : (
    page.componentGroups.map((group) => <GroupView key={group} iri={group} />)
  )
}
