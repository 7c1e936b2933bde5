/** Loads the code of lazy views before the content that needs them is shown. */
import { type Resource, isResourceOf } from '#content/model/resource.ts'
import { type Registry, type ViewKey, withoutPrefix } from './registry.ts'

/** Returns the key of the view that renders a resource, or null for resources without a view of their own. */
export const viewKeyOf = (resource: Resource): ViewKey | null => {
  if (isResourceOf('COMPONENT', resource)) return ['components', resource['@type']]
  if (isResourceOf('LAYOUT', resource))
    return ['layouts', withoutPrefix(resource.uiComponent, 'CwaLayout') ?? '']
  if (isResourceOf('PAGE', resource))
    return ['templates', withoutPrefix(resource.uiComponent, 'CwaPage') ?? '']
  return null
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
