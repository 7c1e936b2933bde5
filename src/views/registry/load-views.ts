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
  const views = registry.read()
  const missing = resources.flatMap((resource) => {
    const view = viewKeyOf(resource)
    return view && !Object.hasOwn(views[view[0]], view[1]) ? [view] : []
  })
  return missing.length > 0 ? load(registry, missing) : null
}

/** Loads every view: for the server, which renders any page, and for editors, who may add any component. */
export const loadAllViews = async (registry: Registry) => {
  const { all } = await registry.lazyViews()
  const generated = Object.keys(registry.generated).map((type): ViewKey => ['components', type])
  return load(registry, [...all, ...generated])
}

const load = async (registry: Registry, views: readonly ViewKey[]) => {
  const lazyViews = await registry.lazyViews()
  registry.add(await lazyViews.load(views, registry.generated))
}
