/** Defines what can be changed of a page, of the data of a page, and of a layout themselves. */
import { type Fields, isInline } from '#content/model/field.ts'
import type { EditableKind } from '#content/model/kind.ts'
import { pageFields } from '#content/page/page-fields.ts'
import { type Resource, isResourceOf } from '#content/model/resource.ts'
import { withoutPrefix } from '#src/views/registry/registry.ts'
import type { SiteKinds } from '../site-kinds.ts'

/** The title where it is a heading that visitors see. */
const requiredTitle = { ...pageFields.title, required: 'Give the page a title.' }

/** Returns the fields and styles of a page, of the data of a page, or of a layout; undefined for any other resource. */
export function settingsKindOf(
  resource: Resource | undefined,
  { data, layouts, templates }: SiteKinds,
): EditableKind | undefined {
  if (!resource) return undefined
  if (isResourceOf('LAYOUT', resource))
    return { fields: {}, ...stylesOf(resource.uiComponent, 'CwaLayout', layouts) }
  if (isResourceOf('PAGE', resource))
    return { fields: pageFields, ...stylesOf(resource.uiComponent, 'CwaPage', templates) }
  if (!isResourceOf('PAGE_DATA', resource)) return undefined
  const kind = data.find(({ type }) => type === resource['@type'])
  return { fields: { ...pageFields, title: requiredTitle, ...kind?.fields } }
}

/** Returns the styles of a layout or a template. */
const stylesOf = (
  uiComponent: string,
  prefix: Parameters<typeof withoutPrefix>[1],
  kinds: SiteKinds['layouts'],
): Pick<EditableKind, 'styles'> => {
  const name = withoutPrefix(uiComponent, prefix)
  const styles = kinds.find((kind) => withoutPrefix(kind.name, prefix) === name)?.styles
  return styles ? { styles } : {}
}

/** Returns the fields of a page, or of the data of one, that are typed on the page where its template shows them. */
export const inlineFieldsOf = (resource: Resource, site: SiteKinds): Fields => ({
  ...Object.fromEntries(
    Object.entries(settingsKindOf(resource, site)?.fields ?? {}).filter(
      ([, field]) => isInline(field) && field.format === 'text',
    ),
  ),
  title: { ...requiredTitle, inline: true },
})
