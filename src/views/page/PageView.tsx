import { memo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { GroupView } from './GroupView.tsx'
import { useView, withoutPrefix } from '../registry/registry.ts'

/** Renders a page with its template; for a template that the site does not define, its groups one after another. */
export const PageView = memo(function PageView({ iri }: { iri: Iri<'PAGE'> }) {
  const page = useResource(iri)
  const definition = useView('templates', withoutPrefix(page?.uiComponent, 'CwaPage'))
  if (!page) return null
  return (
    <div
      data-iri={iri}
      data-area="page"
      className={classNames(...(page.uiClassNames ?? [])) || undefined}
    >
      {definition ? (
        <definition.View iri={iri} resource={page} />
      ) : (
        page.componentGroups.map((group) => <GroupView key={group} iri={group} />)
      )}
    </div>
  )
})
