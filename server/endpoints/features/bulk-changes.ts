/** The endpoints that change several resources in one transaction, and undo that. */
import { type Context, Hono } from 'hono'
import {
  type BulkAction,
  type BulkConsequences,
  type BulkMember,
  type BulkRequest,
  bulkActions,
  bulkChangesEndpoint as endpoint,
  maxBulkMembers,
  nothingPublished,
} from '#content/admin/bulk-change.ts'
import { isObject } from '#content/is-object.ts'
import { isSuperAdmin } from '../../auth/viewer.ts'
import { ValidationError } from '../../domain-errors.ts'
import { uncached } from '../../http/cache-policy.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  idempotencyKeyOf,
  ldJson,
  methodNotAllowed,
  readJsonBody,
  rejectNulCharacters,
  requestActorOf,
  requireAcceptable,
  requireEditor,
  requireSuperAdmin,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { sendJson, toJsonResponse } from '../../http/json-response.ts'
import { bulkChangePaths } from '../../openapi/bulk-change-paths.ts'
import type { Body } from '../../store/read/read-result.ts'
import { userTypeDefinition } from '../../users/user-type-definition.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type C = Context<Env>
type BulkContext = Pick<FeatureContext, 'store' | 'accountManagement'>

const undoPath = `${endpoint}/:id/undo`

const refuse = (propertyPath: string, message: string): never => {
  throw new ValidationError([{ propertyPath, message }])
}

/** Returns the resource that an entry names: as its IRI, or with the version that is expected. */
const readMember = (entry: unknown, at: number): BulkMember => {
  const { '@id': iri, ifMatch: etag } = isObject(entry)
    ? entry
    : { '@id': entry, ifMatch: undefined }
  if (typeof iri !== 'string') return refuse(`members[${at}]`, 'Name a resource by its IRI.')
  if (etag === undefined) return { iri }
  return typeof etag === 'string'
    ? { iri, etag }
    : refuse(`members[${at}]`, 'Name a version by its ETag.')
}

/** Returns the resources that a body names; throws a `ValidationError` for none, too many, and one named twice. */
const readMembers = ({ members }: Body) => {
  if (!Array.isArray(members) || members.length === 0)
    return refuse('members', 'List the resources to change.')
  if (members.length > maxBulkMembers)
    return refuse('members', `List at most ${maxBulkMembers} resources at a time.`)
  const read = members.map(readMember)
  if (new Set(read.map(({ iri }) => iri)).size < read.length)
    return refuse('members', 'List each resource once.')
  return read
}

const isBulkAction = (value: unknown): value is BulkAction =>
  bulkActions.some((action) => action === value)

/** Returns the change that a body asks for. */
const readRequest = (body: Body): BulkRequest => {
  const { action, layout = null } = body
  if (!isBulkAction(action)) return refuse('action', `Choose one of ${bulkActions.join(', ')}.`)
  if (action === 'layout' && typeof layout !== 'string')
    return refuse('layout', 'Name a layout by its IRI.')
  const members = readMembers(body)
  return action === 'layout' ? { action, members, layout: String(layout) } : { action, members }
}

const noConsequences: BulkConsequences = {
  routes: 0,
  redirects: 0,
  components: 0,
  pages: 0,
  pagesWithoutLayout: 0,
  children: 0,
  ...nothingPublished,
  path: null,
}

const isUser = ({ iri }: BulkMember) => iri.startsWith(`${userTypeDefinition.endpoint}/`)

/** Returns the function that deletes accounts, which is all that is done with several of them. */
const createAccountChange =
  ({ accountManagement }: BulkContext) =>
  async (c: C, { action, members }: BulkRequest, isRehearsal: boolean) => {
    requireSuperAdmin(c)
    if (action !== 'delete' || !members.every(isUser))
      return refuse('members', 'Accounts can only be deleted, and not together with others.')
    const actor = requestActorOf(c)
    const iri = await accountManagement.removeAll({ members, actor, isRehearsal })
    // The state that is kept of accounts is always small.
    const isUndoable = isRehearsal || iri !== null
    return { iri, isUndoable, consequences: noConsequences, copies: [] }
  }

const createContentChange =
  ({ store }: BulkContext) =>
  (c: C, request: BulkRequest, isRehearsal: boolean) => {
    if (isRehearsal) return store.bulk.rehearse(request, c.get('viewer'))
    // A repetition of anything else finds that it is done.
    const id = request.action === 'duplicate' ? idempotencyKeyOf(c) : undefined
    return store.bulk.change(request, c.get('viewer'), id)
  }

const createChange = (context: BulkContext) => {
  const changeAccounts = createAccountChange(context)
  const changeContent = createContentChange(context)
  return async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const body = await readJsonBody(c, ldJson)
    const request = readRequest(body)
    const isRehearsal = body['isRehearsal'] === true
    const change = request.members.some(isUser) ? changeAccounts : changeContent
    const { iri, isUndoable, consequences, copies } = await change(c, request, isRehearsal)
    const bulkChange = {
      '@context': '/contexts/BulkChange',
      '@id': iri ?? endpoint,
      '@type': 'BulkChange',
      action: request.action,
      totalItems: request.members.length,
      isUndoable,
      consequences,
      ...(request.action === 'duplicate' && { copies }),
    }
    return sendJson(c, toJsonResponse(bulkChange, null, { Allow: 'POST' }))
  }
}

const createUndo =
  ({ store, accountManagement }: BulkContext) =>
  async (c: Context<Env, '/:id'>) => {
    rejectNulCharacters(c)
    requireEditor(c)
    const [id, viewer] = [c.req.param('id'), c.get('viewer')]
    const areAccounts =
      isSuperAdmin(viewer) && (await accountManagement.restoreAll(id, requestActorOf(c)))
    if (!areAccounts) await store.bulk.undo(id, viewer)
    return c.body(null, 204, { ...uncached })
  }

/** Returns the endpoints of changes of several resources. */
export const createEndpoints = (context: BulkContext): EndpointGroup => ({
  routes: new Hono<Env>()
    .post(endpoint, createChange(context))
    .all(endpoint, methodNotAllowed('POST'))
    .post(undoPath, createUndo(context))
    .all(undoPath, methodNotAllowed('POST')),
  openApiPaths: bulkChangePaths,
})
