/** Views whose code comes with the content that needs them: fetched before that content is shown, so nothing flashes. */
import { typeOf } from '#content/iri.ts'
import type { Resource } from '#content/resource.ts'
import { type Registry, type ViewName, withoutPrefix } from './define.ts'

/** Which view draws a resource; null for what is drawn by none of its own. */
export const viewNameOf = ({
  '@id': iri,
  '@type': type,
  ...resource
}: Resource): ViewName | null => {
  const uiComponent = resource['uiComponent'] as string | undefined
  switch (typeOf(iri)) {
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
export const viewsFor = (registry: Registry, resources: readonly Resource[]) => {
  const missing = resources.flatMap((resource) => {
    const view = viewNameOf(resource)
    return view && !Object.hasOwn(registry[view[0]], view[1]) ? [view] : []
  })
  return missing.length > 0
    ? registry.pieces().then((pieces) => pieces.load(missing, registry))
    : null
}

/** For the server, which draws any page, and for editors, who may add anything. */
export const allViews = async (registry: Registry) => {
  const pieces = await registry.pieces()
  await pieces.load(pieces.all, registry)
  return pieces
}
