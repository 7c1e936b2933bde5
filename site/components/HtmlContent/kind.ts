import { string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

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
      schema: string(),
      format: 'html',
      inline: true,
      requiredToPublish: 'Write something.',
    },
  },
})
