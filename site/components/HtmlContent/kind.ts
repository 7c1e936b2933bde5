import { maxLength, pipe, string } from 'valibot'
import { defineKind } from '#content/kind.ts'

export const kind = defineKind({
  type: 'HtmlContent',
  label: 'Body Text',
  description: 'Paragraphs, lists and links',
  endpoint: '/component/html_contents',
  publishable: true,
  instantAdd: false,
  fields: {
    html: {
      label: 'Body text',
      schema: pipe(string(), maxLength(1_000_000, 'This text is too long.')),
      format: 'html',
      requiredToPublish: 'Write something.',
    },
  },
})
