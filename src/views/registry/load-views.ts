/** Views whose code comes with the content that needs them: fetched before that content is shown, so nothing flashes. */
import { iriTypeOf } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { type Registry, type ViewKey, withoutPrefix } from './registry.ts'

/** Which view draws a resource; null for what is drawn by none of its own. */
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

/** Settles once the views of all of these are there; null when they are already. */
export const loadViewsFor = (registry: Registry, resources: readonly Resource[]) => {
  const missing = resources.flatMap((resource) => {
    const view = viewKeyOf(resource)
    return view && !Object.hasOwn(registry[view[0]], view[1]) ? [view] : []
  })
  return missing.length > 0
    ? registry.pieces().then((lazyViews) => lazyViews.load(missing, registry))
    : null
}

/** For the server, which draws any page, and for editors, who may add anything. */
export const loadAllViews = async (registry: Registry) => {
  const lazyViews = await registry.pieces()
  await lazyViews.load(lazyViews.all, registry)
  return lazyViews
}
