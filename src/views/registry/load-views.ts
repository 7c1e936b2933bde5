/** Loads the code of lazy views before the content that needs them is shown. */
import { iriTypeOf } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { type Registry, type ViewKey, withoutPrefix } from './registry.ts'

/** Returns the key of the view that renders a resource, or null for resources without a view of their own. */
export const viewKeyOf = ({ '@id': iri, '@type': type, ...resource }: Resource): ViewKey | null => {
  const uiComponent = resource['uiComponent'] as string | undefined
  switch (iriTypeOf(iri)) {
    case 'COMPONENT':
      return ['components', type]
    case 'LAYOUT':
      return ['layouts', withoutPrefix(uiComponent, 'CwaLayout') ?? '']
    case 'PAGE':
      return ['templates', withoutPrefix(uiComponent, 'CwaPage') ?? '']
    default:
      return null
  }
}

/** Loads the missing views of the resources; returns null when none is missing. */
export const loadViewsFor = (registry: Registry, resources: readonly Resource[]) => {
  const missing = resources.flatMap((resource) => {
    const view = viewKeyOf(resource)
    return view && !Object.hasOwn(registry[view[0]], view[1]) ? [view] : []
  })
  return missing.length > 0
    ? registry.lazyViews().then((lazyViews) => lazyViews.load(missing, registry))
    : null
}

/** Loads every view: for the server, which renders any page, and for editors, who may add any component. */
export const loadAllViews = async (registry: Registry) => {
  const lazyViews = await registry.lazyViews()
  const generated = Object.keys(registry.generated).map((type): ViewKey => ['components', type])
  await lazyViews.load([...lazyViews.all, ...generated], registry)
  return lazyViews
}
