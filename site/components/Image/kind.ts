import { maxLength, pipe, string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'Image',
  label: 'Image',
  description: 'A picture',
  endpoint: '/component/images',
  publishable: true,
  instantAdd: false,
  fields: {
    file: {
      label: 'Picture',
      format: 'file',
      requiredToPublish: 'Choose a picture.',
    },
    alt: {
      label: 'Alternative text',
      schema: pipe(string(), maxLength(1000, 'Use at most 1000 characters.')),
      format: 'text',
    },
  },
})
