import { dequal } from 'dequal/lite'
import type { Iri } from '#content/model/iri.ts'
import { groupsOn } from '#content/page/page-components.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { labelOf } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { refusalOf } from './describe-drop-target.ts'

export interface Section {
  group: Iri<'COMPONENT_GROUP'>
  label: string
  /** The reason why the position cannot be moved into it, in words; null if it can. */
  refusal: string | null
}

/** Returns the sections of the page among which a position can be moved, and those that refuse it. */
export function useSections(position: Iri<'COMPONENT_POSITION'>): readonly Section[] {
  const page = useCurrentPage()
  const site = useSiteKinds()
  return useResourceSelector(
    (read) =>
      page
        ? groupsOn(page, read).map((group) => ({
            group,
            label: labelOf(group, read, site),
            refusal: refusalOf(position, group, { page, site, read }),
          }))
        : [],
    dequal,
  )
}
