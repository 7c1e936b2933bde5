/** The mutations as one viewer may use them: for editors only, and only of the versions that they expect. */
import type { Iri } from '#content/model/iri.ts'
import { type Viewer, isEditor } from '#server/auth/viewer.ts'
import { NotFoundError, ValidationError, VersionMismatchError } from '#server/domain-errors.ts'
import { requireSettingAccess } from '../access/protected-settings.ts'
import { accessError } from '../access/read-access.ts'
import { withAliasFallback } from '../graph/merged-draft-aliases.ts'
import type { ToReadResult } from '../read/to-read-result.ts'
import { etagOf } from '../read/etag.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Body, ReadResult, MutationOptions } from '../read/read-result.ts'
import { findRow } from '../graph/row-versions.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { newIri } from './new-iri.ts'
import { createReadContext } from '../access/read-context.ts'
import type { UnitOfWork } from './unit-of-work.ts'
import type { Mutations } from './mutations.ts'

/** The mutations available to one viewer within a transaction. */
export interface AuthorizedMutations {
  create(endpoint: Iri, body: Body, options?: MutationOptions): Promise<ReadResult>
  /** Copies a page with everything on it. The body has the properties in which the copy differs. */
  copyPage(iri: Iri, body: Body, options?: MutationOptions): Promise<ReadResult>
  /** Copies a page or page data without a route, and returns the IRI of the copy. */
  duplicate(iri: Iri): Promise<Iri>
  update(iri: Iri, body: Body, options?: MutationOptions): Promise<ReadResult>
  /** Publishes the draft of a resource; one without a draft stays as it is. */
  publish(iri: Iri, options?: MutationOptions): Promise<ReadResult>
  /** Ends the publication of what is live of a resource. */
  unpublish(iri: Iri): Promise<void>
  remove(iri: Iri, options?: MutationOptions): Promise<void>
  /** Returns the row to change; throws as a change of it would, but changes nothing. */
  find(iri: Iri, options?: MutationOptions): Promise<Row>
  /** Creates a route to a page or page data, with a path made from its title. */
  generateRoute(body: Body): Promise<ReadResult>
}

/**
 * Returns a function that finds the row to change; throws an access error where the viewer may not
 * change it, and a `VersionMismatchError` where they expect another version.
 */
const createFindMutable =
  (types: TypeRegistry, toReadResult: ToReadResult) =>
  async (work: UnitOfWork, iri: Iri, viewer: Viewer, options: MutationOptions) => {
    if (!viewer.userId) throw accessError(viewer)
    const readContext = createReadContext(viewer, work.now, options)
    const find = async (requestedIri: Iri) => {
      // A row that is not loaded yet would be an error, and its stack trace takes longer than the query.
      await work.query((graph) => graph.row(requestedIri))
      return work.query((graph) => {
        const row = findRow(graph, types, requestedIri, readContext)
        if (!isEditor(viewer)) throw accessError(viewer)
        if (options.expectedEtags && !options.expectedEtags.includes(etagOf(row))) {
          throw new VersionMismatchError(toReadResult(graph, row, readContext))
        }
        return row
      })
    }
    return withAliasFallback(iri, find, (missing) => work.findAlias(missing))
  }

/** Returns a function that reads a row that was created or updated as the viewer sees it. */
const createReadMutated =
  (toReadResult: ToReadResult) =>
  (work: UnitOfWork, viewer: Viewer, row: Row, { base }: MutationOptions = {}) => {
    const readContext = createReadContext(viewer, work.now, base ? { base } : {})
    return work.query((graph) => toReadResult(graph, graph.row(row.iri) ?? row, readContext))
  }

const requirePublishable = (types: TypeRegistry, { type }: Row) => {
  if (types.byName(type)?.isPublishable) return
  throw new ValidationError([{ propertyPath: '', message: 'This has no drafts to publish.' }])
}

interface Reads {
  findMutable: ReturnType<typeof createFindMutable>
  readMutated: ReturnType<typeof createReadMutated>
}

/**
 * Returns a function that creates the mutations which change or publish a resource. Of a version that is not expected, an
 * update is refused, unless it has been made already: the answer to the same request may have been lost (RFC 9110, 13.1.1).
 */
const createUpdates =
  (types: TypeRegistry, mutations: Mutations, { findMutable, readMutated }: Reads) =>
  (
    work: UnitOfWork,
    viewer: Viewer,
  ): Pick<AuthorizedMutations, 'update' | 'publish' | 'unpublish'> => ({
    async update(iri, body, options = {}) {
      const find = (own: MutationOptions) => findMutable(work, iri, viewer, own)
      const row = await find(options).catch(async (thrown: unknown) => {
        if (!(thrown instanceof VersionMismatchError)) throw thrown
        const updated = await find({ ...options, expectedEtags: null })
        if (await mutations.isUpdated(work, updated, body, options)) return { updated }
        throw thrown
      })
      if (!('updated' in row)) requireSettingAccess(viewer, row.type, row.data, body)
      if ('updated' in row) return readMutated(work, viewer, row.updated, options)
      return readMutated(work, viewer, await mutations.update(work, row, body, options), options)
    },
    async publish(iri, options = {}) {
      const row = await findMutable(work, iri, viewer, options)
      requirePublishable(types, row)
      const body = { publishedAt: work.now }
      return readMutated(work, viewer, await mutations.update(work, row, body, options), options)
    },
    async unpublish(iri) {
      const row = await findMutable(work, iri, viewer, { published: true })
      requirePublishable(types, row)
      await mutations.unpublish(work, row)
    },
  })

/** Returns a function that creates the mutations which copy a page, or page data. */
const createCopies =
  (types: TypeRegistry, mutations: Mutations, { findMutable, readMutated }: Reads) =>
  (work: UnitOfWork, viewer: Viewer): Pick<AuthorizedMutations, 'copyPage' | 'duplicate'> => ({
    async copyPage(iri, body, options = {}) {
      const page = await findMutable(work, iri, viewer, { ...options, expectedEtags: null })
      const definition = types.byName(page.type)
      if (definition?.category !== 'PAGE') throw new NotFoundError()
      const earlier = await findCreated(work, definition, options)
      const row = earlier ?? (await mutations.copyPage(work, page, body, options))
      return readMutated(work, viewer, row, options)
    },
    async duplicate(iri) {
      const source = await findMutable(work, iri, viewer, {})
      const category = types.byName(source.type)?.category
      if (category === 'PAGE') return (await mutations.copyPage(work, source, {}, {})).iri
      if (category === 'PAGE_DATA') return (await mutations.copyPageData(work, source)).iri
      throw new NotFoundError()
    },
  })

/** Returns the resource that an earlier attempt has created with the same id; null if there is none. */
const findCreated = async (
  work: UnitOfWork,
  definition: TypeDefinition,
  { id }: MutationOptions,
) => (id === undefined ? null : work.query((graph) => graph.row(newIri(definition, work.now, id))))

/** Returns a function that creates the mutations which make something new for editors. */
const createCreations =
  (types: TypeRegistry, mutations: Mutations, { readMutated }: Reads) =>
  (work: UnitOfWork, viewer: Viewer): Pick<AuthorizedMutations, 'create' | 'generateRoute'> => ({
    async create(endpoint, body, options = {}) {
      if (!isEditor(viewer)) throw accessError(viewer)
      const definition = types.byEndpoint(endpoint)
      if (!definition) throw new NotFoundError()
      requireSettingAccess(viewer, definition.type, body)
      const earlier = await findCreated(work, definition, options)
      const row = earlier ?? (await mutations.create(work, definition, body, options))
      return readMutated(work, viewer, row, options)
    },
    async generateRoute(body) {
      if (!isEditor(viewer)) throw accessError(viewer)
      return readMutated(work, viewer, await mutations.generateRoute(work, body))
    },
  })

/** Returns a function that creates the mutations of one viewer inside a unit of work. */
export const createAuthorizedMutations = (
  types: TypeRegistry,
  mutations: Mutations,
  toReadResult: ToReadResult,
) => {
  const findMutable = createFindMutable(types, toReadResult)
  const reads: Reads = { findMutable, readMutated: createReadMutated(toReadResult) }
  const creationsOf = createCreations(types, mutations, reads)
  const updatesOf = createUpdates(types, mutations, reads)
  const copiesOf = createCopies(types, mutations, reads)

  return (work: UnitOfWork, viewer: Viewer): AuthorizedMutations => ({
    ...creationsOf(work, viewer),
    ...updatesOf(work, viewer),
    ...copiesOf(work, viewer),
    async remove(iri, options = {}) {
      const row = await findMutable(work, iri, viewer, options)
      requireSettingAccess(viewer, row.type, row.data)
      await mutations.remove(work, row.iri)
    },
    find: (iri, options = {}) => findMutable(work, iri, viewer, options),
  })
}
