import { maxLength, pipe, string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'
import { framingSchema } from '#content/pictures/framing.ts'

export const kind = defineKind({
  type: 'Image',
  label: 'Image',
  description: 'A picture',
  picture: 'M7 5h34v22H7zM7 22l9-8 8 7 6-5 11 9M33 10a2 2 0 1 0 .1 0',
  endpoint: '/component/images',
  publishable: true,
  instantAdd: true,
  fields: {
    file: {
      label: 'Picture',
      format: 'file',
      requiredToPublish: 'Choose a picture.',
    },
    framing: {
      label: 'Crop and focal point',
      schema: framingSchema,
      format: 'framing',
      frames: 'file',
    },
    alt: {
      label: 'Alternative text',
      schema: pipe(string(), maxLength(1000, 'Use at most 1000 characters.')),
      format: 'altText',
      describes: 'file',
    },
  },
})
