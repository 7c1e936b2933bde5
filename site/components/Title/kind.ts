import { maxLength, pipe, string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'Title',
  label: 'Title',
  description: 'A heading',
  picture: 'M15 10V7h18v3M24 7v18M20 25h8',
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
