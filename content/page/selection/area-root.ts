/** The outermost resource of each area of a page, which has the settings of all of it. */
import { type Iri, isIriOf } from '../../model/iri.ts'
import type { PageParts } from '../page.ts'
import type { Area } from './selection.ts'

type AreaRoot = Iri<'PAGE' | 'PAGE_DATA' | 'LAYOUT'>

/** Returns the layout, or the page: its own data where it shares its template with other pages. */
export const areaRootOf = (area: Area, { page, pageData, layout }: PageParts) =>
  area === 'layout' ? layout : (pageData ?? page)

/** True for a page, the data of a page, and a layout. */
export const isAreaRoot = (iri: Iri): iri is AreaRoot =>
  isIriOf('PAGE', iri) || isIriOf('PAGE_DATA', iri) || isIriOf('LAYOUT', iri)
