import { type ReactNode, memo } from 'react'
import type { Iri } from '#content/iri.ts'
import type { Layout } from '#content/resource.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Main } from './Main.tsx'
import { named, useRegistry, withoutPrefix } from './define.ts'
import styles from './views.module.css'

/** What stands around the page. A layout nobody knows is a plain one. */
export const LayoutView = memo(function LayoutView({
  iri,
  children,
}: {
  iri: Iri | undefined
  children: ReactNode
}) {
  const layout = useResource<Layout>(iri)
  const { layouts } = useRegistry()
  const definition = named(layouts, withoutPrefix(layout?.uiComponent, 'CwaLayout'))
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
        <Main className={styles.bare}>{children}</Main>
      )}
    </div>
  )
})
