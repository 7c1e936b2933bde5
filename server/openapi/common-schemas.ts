/** Schemas of everything but the resource types themselves: metadata, lists, forms, manifests and errors. */
import {
  type JsonSchema,
  arrayOf,
  boolean,
  count,
  date,
  exactObject,
  iri,
  refTo,
  text,
} from './json-schema.ts'
import { identity } from './resource-schemas.ts'

const optionalObject = (properties: Record<string, JsonSchema>) => exactObject(properties, [])

/** Returns the schema of one page of a list. */
export const listSchema = (member: JsonSchema): JsonSchema =>
  exactObject(
    {
      '@context': { anyOf: [text, { type: 'object' }] },
      '@id': iri,
      '@type': { const: 'Collection' },
      totalItems: count,
      member: arrayOf(member),
      view: refTo('View'),
      search: refTo('Search'),
    },
    // Not counted with `partial=true`.
    ['@id', '@type', 'member'],
  )

const violation = exactObject({ propertyPath: text, message: text, code: text }, [
  'propertyPath',
  'message',
])

const problem = (type: string, more: Record<string, JsonSchema> = {}) =>
  exactObject({
    '@context': text,
    '@id': text,
    '@type': { const: type },
    title: text,
    detail: text,
    description: text,
    status: { type: 'integer' },
    type: text,
    ...more,
  })

const pageDataMetadata = exactObject(
  {
    ...identity('PageDataMetadata'),
    '@context': { type: 'object' },
    resourceClass: text,
    properties: arrayOf(exactObject({ '@type': text, property: text, componentShortName: text })),
  },
  ['@id', '@type', 'resourceClass', 'properties'],
)

const metadata = exactObject(
  {
    persisted: boolean,
    publishable: exactObject({ published: boolean, publishedAt: date, locationCount: count }, [
      ...['published', 'locationCount'],
    ]),
    violations: exactObject({
      title: text,
      detail: text,
      violations: arrayOf(
        exactObject({ propertyPath: text, message: text, title: text, code: text }, [
          ...['propertyPath', 'message', 'title'],
        ]),
      ),
    }),
    mediaObjects: { type: 'object', additionalProperties: arrayOf(refTo('MediaFile')) },
    framings: { type: 'object', additionalProperties: text },
    collection: boolean,
    isDynamicPosition: boolean,
    staticComponent: iri,
    pageDataPath: text,
    pageDataMetadata: refTo('PageDataMetadata'),
    mercureSubscribeTopics: arrayOf(text),
  },
  ['persisted'],
)

const mediaFile = exactObject(
  {
    '@type': text,
    '@id': iri,
    contentUrl: { type: 'string', format: 'uri-reference' },
    fileSize: { type: 'integer' },
    formattedFileSize: text,
    mimeType: text,
    width: { type: 'integer' },
    height: { type: 'integer' },
    imagineFilter: text,
    isAnimated: boolean,
    preview: text,
    focalPoint: exactObject({ x: { type: 'number' }, y: { type: 'number' } }, ['x', 'y']),
  },
  ['@type', '@id', 'contentUrl', 'fileSize', 'formattedFileSize', 'mimeType'],
)

const attributes: JsonSchema = { type: 'object', additionalProperties: text }

/**
 * The schema of a form value: a text, a boolean for a checkbox, a list of choices, or the values of a nested form by
 * name.
 */
const formValue: JsonSchema = {
  anyOf: [text, boolean, { type: 'null' }, arrayOf(text), { type: 'object' }],
}

const formVars: JsonSchema = {
  type: 'object',
  properties: {
    ...{ id: text, name: text, full_name: text, unique_block_prefix: text },
    block_prefixes: arrayOf(text),
    ...{ attr: attributes, label: text, label_attr: attributes, help: text },
    ...{ required: boolean, disabled: boolean, submitted: boolean, valid: boolean },
    errors: arrayOf(text),
    value: formValue,
    ...{ checked: boolean, multiple: boolean, expanded: boolean, placeholder: text },
    choices: arrayOf(exactObject({ value: text, label: text, attr: attributes })),
    preferred_choices: { type: 'array' },
    ...{ allow_add: boolean, allow_delete: boolean, action: text, method: text },
    ...{ api_disabled: boolean, realtime_validate_disabled: boolean, post_app_proxy: text },
  },
  required: ['id', 'name', 'full_name', 'block_prefixes', 'attr', 'required', 'valid', 'errors'],
  additionalProperties: false,
}

const redirectingRoute: JsonSchema = exactObject(
  {
    ...{ '@id': iri, '@type': { const: 'Route' }, path: text, name: text },
    redirectedFrom: arrayOf(refTo('RedirectingRoute')),
    ...{ page: iri, pageData: iri },
  },
  ['@id', '@type', 'path', 'name', 'redirectedFrom'],
)

const childRoute = exactObject({ route: iri, path: text, children: arrayOf(refTo('ChildRoute')) })

/** The schemas that do not describe a resource type, by name. */
export const commonSchemas: Record<string, JsonSchema> = {
  Metadata: metadata,
  MediaFile: mediaFile,
  PageDataMetadata: pageDataMetadata,
  View: exactObject(
    { '@id': iri, '@type': text, first: iri, last: iri, previous: iri, next: iri },
    [...['@id', '@type']],
  ),
  Search: exactObject({
    ...{ '@type': text, template: text, variableRepresentation: text },
    mapping: arrayOf(
      exactObject({ '@type': text, variable: text, property: text, required: boolean }),
    ),
  }),
  EmbeddedCollection: listSchema({ type: 'object', required: ['@id', '@type', '_metadata'] }),
  FormView: exactObject(
    {
      vars: formVars,
      children: arrayOf(refTo('FormView')),
      prototype: refTo('FormView'),
      rendered: boolean,
      methodRendered: boolean,
    },
    ['vars', 'children', 'rendered', 'methodRendered'],
  ),
  RedirectingRoute: redirectingRoute,
  ChildRoute: childRoute,
  ChildRoutes: exactObject({ children: arrayOf(refTo('ChildRoute')) }),
  Branch: exactObject({ iri, children: arrayOf(refTo('Branch')) }),
  Manifest: exactObject({ resource_iris: arrayOf(refTo('Branch')) }),
  FlatManifest: exactObject({ resource_iris: arrayOf(iri) }),
  Usage: exactObject({ positionCount: count, pageDataCount: count, total: count }),
  PageCount: exactObject({ pageCount: count }),
  Credentials: {
    anyOf: [
      exactObject({ username: text, password: text }),
      exactObject({ twoFactorToken: text, code: text }),
    ],
  },
  Entrypoint: { type: 'object', additionalProperties: text },
  Documentation: {
    type: 'object',
    properties: { title: text, entrypoint: iri, supportedClass: arrayOf({ type: 'object' }) },
    required: ['@id', '@type', 'title', 'entrypoint', 'supportedClass', 'info'],
  },
  OpenApi: { type: 'object', required: ['openapi', 'info', 'paths', 'components'] },
  Error: problem('Error'),
  ConstraintViolation: problem('ConstraintViolation', { violations: arrayOf(violation) }),
  Unauthorized: exactObject({ code: { const: 401 }, message: text, twoFactorToken: text }, [
    'code',
    'message',
  ]),
  RouteTarget: optionalObject({ page: iri, pageData: iri }),
}
