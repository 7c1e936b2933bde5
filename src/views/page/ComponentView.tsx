import { type ReactNode, memo, use } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { liveAndDraft } from '#content/model/component-versions.ts'
import { isDraft } from '#content/model/publish-state.ts'
import type { Component } from '#content/model/resource.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { ComponentErrorBoundary, RenderError } from './ComponentErrorBoundary.tsx'
import { getOwn, useView } from '../registry/registry.ts'
import { EditingContext } from '../registry/editing-context.ts'

interface ComponentViewProps {
  iri: Iri<'COMPONENT'>
  /** The position that holds the component; null outside of positions. */
  position: Iri<'COMPONENT_POSITION'> | null
}

/** Renders a component: through the editor in edit mode, else its published version. */
export function ComponentView({
  isEditable = true,
  ...props
}: ComponentViewProps & { isEditable?: boolean }) {
  // A component that is not editable yet is not rendered again when edit mode begins.
  const editing = isEditable ? use(EditingContext) : null
  return editing ? <editing.Component {...props} /> : <LiveComponent {...props} />
}

/**
 * Renders the published version of a component. A component that exists only as a draft, or whose publication
 * has ended, is hidden outside of edit mode.
 */
const LiveComponent = memo(function LiveComponent({ iri, position }: ComponentViewProps) {
  const resource = useResourceSelector((read) => {
    const { live } = liveAndDraft(iri, read)
    const version = live ? read(live) : undefined
    return isDraft(version) ? undefined : version
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
  /** A key that stays the same while the component's IRI changes from the live version to its draft. */
  identity?: string
  /** True while the component is selected in the editor. */
  current?: boolean
  children: ReactNode
}

/** Renders the element around every component, with an error boundary inside. */
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
  position: Iri<'COMPONENT_POSITION'> | null
}

/** Renders a component with the view of its kind, in the variant that `uiComponent` names. */
export function KindView({ resource, position }: KindViewProps) {
  const definition = useView('components', resource['@type'])
  if (!definition) return <RenderError />
  const variant = { View: getOwn(definition.variants, resource.uiComponent) ?? definition.View }
  return <variant.View iri={resource['@id']} resource={resource} position={position} />
}
