import { maxLength, pipe, string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'Title',
  label: 'Title',
  description: 'A heading',
  endpoint: '/component/titles',
  publishable: true,
  instantAdd: false,
  fields: {
    title: {
      label: 'Title',
      schema: pipe(string(), maxLength(255, 'Use at most 255 characters.')),
      format: 'text',
      inline: true,
      requiredToPublish: 'Enter a title.',
    },
  },
  uiVariants: [{ name: 'AltTitle', label: 'Quiet' }],
})
