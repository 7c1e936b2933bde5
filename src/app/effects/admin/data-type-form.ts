/** Reads what the API describes of a type of page data: its own properties, and the components that belong to it. */
import { propertyNamesOf, writablePropertiesOf } from '#content/admin/api-class.ts'
import { type DataPart, ownFields, partFields } from '#content/admin/data-fields.ts'
import type { ItemField, PartType } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import { entryOf } from '#content/admin/resource-lists.ts'
import { isObject } from '#content/is-object.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { textIn } from '#content/model/text-in.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { kinds } from '#site/kinds.ts'
import { toVersion } from './item-requests.ts'

/** The fields of a type of page data, and its components. */
export interface DataTypeForm {
  ownFields: readonly ItemField[]
  partFields: readonly ItemField[]
  /** True if the type has a picture that is shown where its pages are shared. */
  hasSocialImage: boolean
  parts: Readonly<Record<string, PartType>>
}

/** Returns the documentation of the API. It does not change while the app runs, but is read only where it is needed. */
export const readDocs = async (api: ContentApi, signal: AbortSignal) =>
  (await api.client.get('/docs.jsonld', { signal })).body

const metadataOf = async (api: ContentApi, dataType: string, signal: AbortSignal) => {
  const { members } = await api.resources.list('/_/page_data_metadatas', { signal })
  return members.find((metadata) => entryOf(textIn(metadata, 'resourceClass')) === dataType)
}

/** Returns the components that the metadata of a type names, by the properties that refer to them. */
const componentsOf = (metadata: Resource | undefined): [part: string, type: string][] => {
  const properties: unknown = metadata?.['properties']
  return (Array.isArray(properties) ? properties : []).flatMap((one: unknown) => {
    if (!isObject(one)) return []
    const { property, componentShortName: type } = one
    return typeof property === 'string' && typeof type === 'string' ? [[property, type]] : []
  })
}

const isEndpoint = (value: unknown): value is Iri =>
  typeof value === 'string' && value.startsWith('/component/')

/** Reads the form of a type, by its name in the entry point of the API. */
export const readDataTypeForm = async (
  api: ContentApi,
  dataType: string,
  signal: AbortSignal,
): Promise<DataTypeForm> => {
  const [docs, entryPoint, metadata] = await Promise.all([
    readDocs(api, signal),
    api.readEntryPoint(),
    metadataOf(api, dataType, signal),
  ])
  const dataParts: DataPart[] = []
  const parts: Record<string, PartType> = {}
  for (const [part, type] of componentsOf(metadata)) {
    const endpoint = isObject(entryPoint) ? entryPoint[entryOf(type)] : null
    const kind = kinds.components.find((one) => one.type === type)
    if (!isEndpoint(endpoint) || !kind) continue
    dataParts.push({ part, fields: kind.fields })
    parts[part] = { endpoint, isPublishable: propertyNamesOf(docs, type).includes('publishedAt') }
  }
  const className = dataType.charAt(0).toUpperCase() + dataType.slice(1)
  const known = kinds.data.find(({ type }) => entryOf(type) === dataType)
  return {
    ownFields: ownFields(writablePropertiesOf(docs, className), known?.fields),
    partFields: partFields(dataParts, api.isEmbedded),
    hasSocialImage: api.isEmbedded && propertyNamesOf(docs, className).includes('socialImage'),
    parts,
  }
}

/** Reads the components of an item, of which an editor gets the drafts. */
export const readParts = async (
  api: ContentApi,
  resource: Resource,
  { parts, signal }: { parts: Readonly<Record<string, PartType>>; signal: AbortSignal },
): Promise<Readonly<Record<string, ItemVersion>>> =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(parts)
        .filter((part) => isIriOf('COMPONENT', resource[part]))
        .map(async (part): Promise<[string, ItemVersion]> => [
          part,
          toVersion(await api.resources.read(String(resource[part]), { signal })),
        ]),
    ),
  )
