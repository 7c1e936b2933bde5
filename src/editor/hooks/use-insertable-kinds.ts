import { isAllowedIn } from '#content/model/allowed-kinds.ts'
import { positionsEndpoint } from '#content/change/plan-addition.ts'
import { bindableProperties } from '#content/model/dynamic-content.ts'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import { type ComponentKind, type SelectedKind, kindOf } from '#content/model/kind.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { type SiteKinds, useSiteKinds } from '../site-kinds.ts'
import { useIsTemplatePart } from './use-content-scope.ts'

/** A kind of component, or a dynamic position, which is added with its property. */
type InsertableKind = ComponentKind & Pick<SelectedKind, 'data'>

/** Returns what can be inserted at a point: in a template also what each of its pages has for a property. */
export function useInsertableKinds({ group: iri, fills }: InsertionPoint): InsertableKind[] {
  const group = useResource(iri)
  const site = useSiteKinds()
  const isOfTemplate = useIsTemplatePart(iri)
  const kinds = site.kinds.filter(isAllowedIn(group))
  return isOfTemplate && !fills ? [...kinds, ...dynamicKinds(site, kinds)] : kinds
}

/** Returns a kind for each property of page data with a component of one of the kinds. */
const dynamicKinds = (site: SiteKinds, kinds: readonly ComponentKind[]) =>
  bindableProperties(site).flatMap(({ label, binding, component }): InsertableKind[] => {
    const kind = kindOf(kinds, component)
    if (!kind) return []
    return [
      {
        type: `${binding.pageDataClass}.${binding.pageDataProperty}`,
        label,
        description: `Each page shows its own: ${kind.description}`,
        picture: `M4 2h6M16 2h6M28 2h6M40 2h4v4M44 12v6M44 24v6h-4M34 30h-6M22 30h-6M10 30H4v-4M4 20v-6M4 8V2${kind.picture ?? ''}`,
        endpoint: positionsEndpoint,
        publishable: false,
        instantAdd: true,
        fields: {},
        data: { ...binding },
      },
    ]
  })
