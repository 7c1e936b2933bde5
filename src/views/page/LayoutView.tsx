import { type ReactNode, memo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Main } from './Main.tsx'
import { useView, withoutPrefix } from '../registry/registry.ts'
import styles from '../views.module.css'

/** Renders the layout around a page; a layout that the site does not define is rendered as a plain one. */
export const LayoutView = memo(function LayoutView({
  iri,
  children,
}: {
  iri: Iri<'LAYOUT'> | undefined
  children: ReactNode
}) {
  const layout = useResource(iri)
  const definition = useView('layouts', withoutPrefix(layout?.uiComponent, 'CwaLayout'))
  return (
    <div
      data-iri={iri}
      data-area="layout"
      className={classNames(...(layout?.uiClassNames ?? [])) || undefined}
    >
      {layout && definition ? (
        <definition.View iri={layout['@id']} resource={layout}>
          {children}
        </definition.View>
      ) : (
        <Main className={styles.plainLayout}>{children}</Main>
      )}
    </div>
  )
})
