import { type ReactNode, memo, use } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { liveAndDraft } from '#content/model/publish-state.ts'
import type { Component } from '#content/model/resource.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { ComponentErrorBoundary } from './ComponentErrorBoundary.tsx'
import { getOwn, useRegistry } from '../registry/registry.ts'
import { EditingContext } from '../registry/editing-context.ts'
import styles from '../views.module.css'

interface ComponentViewProps {
  iri: Iri
  /** The position it stands in; null where it stands in none. */
  position: Iri | null
}

/** A component as it should be seen now: by the editor's means, or as everybody sees it. */
export function ComponentView(props: ComponentViewProps) {
  const editing = use(EditingContext)
  return editing ? <editing.Component {...props} /> : <LiveComponent {...props} />
}

/** What is published, or nothing: a draft is not for looking at, not even by who may edit it. */
const LiveComponent = memo(function LiveComponent({ iri, position }: ComponentViewProps) {
  const resource = useResourceSelector((read) => {
    const { live } = liveAndDraft(iri, read)
    return live ? (read(live) as Component | undefined) : undefined
  })
  return (
    resource && (
      <ComponentFrame resource={resource}>
        <KindView resource={resource} position={position} />
      </ComponentFrame>
    )
  )
})

interface ComponentFrameProps {
  resource: Component
  /** What stays the same while one component goes by several IRIs: live, then its draft. */
  identity?: string
  /** Whether it is what an editor has selected. */
  current?: boolean
  children: ReactNode
}

/** The element every component has, whatever its kind draws in it; what breaks inside stays inside. */
export const ComponentFrame = ({
  resource,
  identity = resource['@id'],
  current = false,
  children,
}: ComponentFrameProps) => (
  <div
    data-iri={resource['@id']}
    className={classNames(...(resource.uiClassNames ?? [])) || undefined}
    aria-current={current || undefined}
  >
    <ComponentErrorBoundary key={identity} resource={resource}>
      {children}
    </ComponentErrorBoundary>
  </div>
)

interface KindViewProps {
  resource: Component
  position: Iri | null
}

/** What a component's kind draws, in the variant it was given. */
export function KindView({ resource, position }: KindViewProps) {
  const { components } = useRegistry()
  const editing = use(EditingContext)
  const definition = getOwn(components, resource['@type'])
  if (!definition)
    return (
      editing && (
        <p className={styles.renderError}>This site has no view for “{resource['@type']}”.</p>
      )
    )
  const variant = { View: getOwn(definition.variants, resource.uiComponent) ?? definition.View }
  return <variant.View iri={resource['@id']} resource={resource} position={position} />
}
