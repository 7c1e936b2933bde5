/** A page as it would look with the layout, the design and the style that are entered, but not saved. */
import { type Iri, isIriOf } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'
import { type ItemDraft, type ItemForm, bodyOf, valueNamed } from './item-form.ts'

/** The parts of a preview that are read: a page in its layout, or a layout without a page. */
export interface PreviewedIris {
  page: Iri<'PAGE'> | null
  layout: Iri<'LAYOUT'> | null
}

/** The places of a page and a layout that are not stored yet. */
const newPage = '/_/pages/__new__'
const newLayout = '/_/layouts/__new__'

/** Returns the resources to read for a preview. */
export const previewedIris = (form: ItemForm, draft: ItemDraft): PreviewedIris => {
  const stored = form.version?.resource['@id']
  const layout = isIriOf('LAYOUT', stored) ? stored : valueNamed(form, draft, 'layout')
  return {
    page: isIriOf('PAGE', stored) ? stored : null,
    layout: isIriOf('LAYOUT', layout) ? layout : null,
  }
}

export interface DesignPreview {
  /** Null on the screen of a layout. */
  page: Iri<'PAGE'> | null
  layout: Iri<'LAYOUT'>
  resources: readonly Resource[]
}

const empty = (iri: Iri, type: string): Resource => ({
  '@id': iri,
  '@type': type,
  componentGroups: [],
  _metadata: { persisted: false },
})

/** Returns what was read, with what is entered in place of what is stored. */
export const designPreviewOf = (
  form: ItemForm,
  draft: ItemDraft,
  { items, isLayout }: { items: readonly Resource[]; isLayout: boolean },
): DesignPreview => {
  const { page, layout } = previewedIris(form, draft)
  const find = (iri: Iri) => items.find((item) => item['@id'] === iri)
  const entered = bodyOf(form, draft)
  const change = (iri: Iri, type: string): Resource => ({
    ...(find(iri) ?? empty(iri, type)),
    ...entered,
  })
  const shownLayout = layout ?? newLayout
  if (isLayout) {
    const resources = [...items, change(shownLayout, 'Layout')]
    return { page: null, layout: shownLayout, resources }
  }
  const shownPage = page ?? newPage
  return {
    page: shownPage,
    layout: shownLayout,
    resources: [
      ...items,
      find(shownLayout) ?? empty(shownLayout, 'Layout'),
      change(shownPage, 'Page'),
    ],
  }
}
