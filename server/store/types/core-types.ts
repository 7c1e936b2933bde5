/** Defines the resource types of every site, which structure its content. */
import { siteConfigList } from '#content/model/site-config.ts'
import {
  boolean,
  description,
  maxLength,
  nonEmpty,
  nullable,
  pipe,
  string,
  trim,
  union,
} from 'valibot'
import { iriPrefixes } from '#content/model/iri.ts'
import { maxSectionName } from '#content/page/outline/section-name.ts'
import {
  inverseRelation,
  indexedText,
  shortTextList,
  shortText,
  valueProperty,
} from './property.ts'
import type { TypeDefinition } from './type-definition.ts'

const { ROUTE, PAGE, PAGE_DATA, LAYOUT, COMPONENT_GROUP, COMPONENT_POSITION, COMPONENT } =
  iriPrefixes
const endpointOf = (prefix: string) => prefix.slice(0, -1)

/** The label of a group, whose length is checked before it is trimmed. */
const groupLabel = pipe(
  string('This should be text.'),
  maxLength(maxSectionName, `Use at most ${maxSectionName} characters.`),
  trim(),
  nonEmpty('This should not be blank.'),
  description(
    'The name that editors give the section, in place of that by its layout or template. Sent to admins only.',
  ),
)

export const coreTypes: TypeDefinition[] = [
  {
    type: 'Route',
    category: 'ROUTE',
    endpoint: endpointOf(ROUTE),
    properties: {
      path: valueProperty(shortText, { required: 'Enter a path.' }),
      name: valueProperty(indexedText, { required: 'Enter a name.' }),
      redirect: { type: 'relation', to: [ROUTE] },
      redirectedFrom: inverseRelation('redirect', ROUTE),
      page: { type: 'relation', to: [PAGE] },
      pageData: { type: 'relation', to: [PAGE_DATA] },
      redirectPath: { type: 'computed' },
      associatedResources: { type: 'computed' },
      cascadeChildPaths: { type: 'flag' },
    },
    unique: ['path', 'name'],
    naturalKey: 'path',
    emitsEvents: true,
    isPublishable: false,
    isReplaceable: true,
    sortableBy: ['createdAt', 'path'],
    searchableBy: ['path', 'page.title', 'pageData.title'],
  },
  {
    type: 'Page',
    category: 'PAGE',
    endpoint: endpointOf(PAGE),
    properties: {
      reference: valueProperty(indexedText, { required: 'Enter a reference.' }),
      title: valueProperty(shortText, { initial: 'Unnamed Page' }),
      metaDescription: valueProperty(shortText),
      socialImage: { type: 'file' },
      layout: { type: 'relation', to: [LAYOUT], required: 'Choose a layout.' },
      isTemplate: valueProperty(boolean('This should be true or false.'), {
        required: 'Choose whether this is a template.',
      }),
      uiComponent: valueProperty(shortText, { required: 'Choose a template.' }),
      uiClassNames: valueProperty(shortTextList),
      componentGroups: inverseRelation('pages', COMPONENT_GROUP),
      route: inverseRelation('page', ROUTE, true),
      parentPage: { type: 'relation', to: [PAGE] },
      parentPageData: { type: 'relation', to: [PAGE_DATA] },
    },
    unique: ['reference'],
    emitsEvents: true,
    isPublishable: false,
    sortableBy: ['createdAt', 'reference'],
    searchableBy: ['title', 'reference', 'uiComponent', 'layout.reference'],
  },
  {
    type: 'Layout',
    category: 'LAYOUT',
    endpoint: endpointOf(LAYOUT),
    properties: {
      reference: valueProperty(indexedText, { required: 'Enter a reference.' }),
      uiComponent: valueProperty(shortText, { required: 'Choose a layout.' }),
      uiClassNames: valueProperty(shortTextList),
      componentGroups: inverseRelation('layouts', COMPONENT_GROUP),
      pages: { ...inverseRelation('layout', PAGE), isLeftOutOfLists: true },
    },
    unique: ['reference'],
    emitsEvents: true,
    isPublishable: false,
    sortableBy: ['createdAt', 'reference'],
    searchableBy: ['reference', 'uiComponent'],
  },
  {
    type: 'ComponentGroup',
    category: 'COMPONENT_GROUP',
    endpoint: endpointOf(COMPONENT_GROUP),
    properties: {
      reference: valueProperty(indexedText, { required: 'Enter a reference.' }),
      location: valueProperty(shortText, { required: 'Enter a location.' }),
      label: valueProperty(groupLabel, { editorsOnly: true }),
      layouts: { type: 'relations', to: [LAYOUT] },
      pages: { type: 'relations', to: [PAGE] },
      components: { type: 'relations', to: [COMPONENT] },
      componentPositions: { type: 'computed' },
      allowedComponents: valueProperty(shortTextList),
    },
    unique: ['reference'],
    emitsEvents: true,
    isPublishable: false,
    sortableBy: ['createdAt', 'reference'],
    searchableBy: ['reference'],
  },
  {
    type: 'ComponentPosition',
    category: 'COMPONENT_POSITION',
    endpoint: endpointOf(COMPONENT_POSITION),
    properties: {
      componentGroup: { type: 'relation', to: [COMPONENT_GROUP], required: 'Choose a group.' },
      component: { type: 'relation', to: [COMPONENT] },
      sortValue: { type: 'sortOrder', within: 'componentGroup' },
      pageDataProperty: valueProperty(shortText, { editorsOnly: true }),
      pageDataClass: valueProperty(shortText, { editorsOnly: true }),
    },
    unique: [],
    emitsEvents: true,
    isPublishable: false,
    sortableBy: ['createdAt'],
    searchableBy: [],
  },
  {
    type: 'SiteConfigParameter',
    category: null,
    endpoint: siteConfigList,
    properties: {
      key: valueProperty(indexedText, { required: 'Enter a key.' }),
      value: valueProperty(
        nullable(
          union([string(), shortTextList], 'This should be text, or a list of short texts.'),
        ),
      ),
    },
    unique: ['key'],
    naturalKey: 'key',
    emitsEvents: true,
    isPublishable: false,
    isReplaceable: true,
    sortableBy: [],
    searchableBy: [],
  },
]
