import { description, maxLength, pipe, string } from 'valibot'
import { routePath } from '#content/model/iri.ts'
import { linkOrNull } from '#content/links/link.ts'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'NavigationLink',
  label: 'Link',
  description: 'A link in a menu, to a page of this site or anywhere else',
  picture: 'M20 16h8M21 10h-4a6 6 0 0 0 0 12h4M27 10h4a6 6 0 0 1 0 12h-4',
  endpoint: '/component/navigation_links',
  publishable: true,
  instantAdd: false,
  fields: {
    label: {
      label: 'Label',
      schema: pipe(string(), maxLength(255, 'Use at most 255 characters.')),
      format: 'text',
      requiredToPublish: 'Enter a label.',
    },
    route: { label: 'Page', format: 'iri', to: 'ROUTE', clears: 'rawPath' },
    rawPath: {
      label: 'Address',
      schema: pipe(string(), maxLength(2000, 'Use at most 2000 characters.')),
      format: 'url',
      clears: 'route',
    },
  },
  derived: {
    url: {
      schema: pipe(string(), description('A path on this site, or an address elsewhere.')),
      compute: ({ route, rawPath }) => linkOrNull(rawPath || (route ? routePath(route) : null)),
    },
  },
  checkToPublish: ({ route, rawPath }) =>
    route || rawPath
      ? []
      : [{ propertyPath: 'route', message: 'Choose a page or enter an address.' }],
})
