/** Finds the names of the templates that data is shown with. */
import { Failure } from '#content/model/failure.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { namedOption } from './resource-endpoints.ts'

type Labels = Readonly<Record<string, string>>

const deletedTemplate = 'A deleted template'

/** Resolves to the name of a template, also of one that was deleted since the data was read. */
const readLabel = async ({ resources }: ContentApi, iri: Iri, signal: AbortSignal) => {
  try {
    const { resource } = await resources.read(iri, { signal })
    return namedOption(resource).label
  } catch (thrown) {
    if (Failure.from(thrown).kind !== 'notFound') throw thrown
    return deletedTemplate
  }
}

/** Returns known names with those of the other templates of data, each of which is read once. */
export const withTemplateLabels = async (
  api: ContentApi,
  { members, labels }: { members: readonly Resource[]; labels: Labels },
  signal: AbortSignal,
): Promise<Labels> => {
  const templates = members.map((data) => data['page']).filter((page) => isIriOf('PAGE', page))
  const missing = [...new Set(templates)].filter((iri) => !(iri in labels))
  const read = missing.map(async (iri) => [iri, await readLabel(api, iri, signal)] as const)
  return { ...labels, ...Object.fromEntries(await Promise.all(read)) }
}
