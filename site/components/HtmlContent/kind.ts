import { string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'HtmlContent',
  label: 'Body Text',
  description: 'Paragraphs, lists and links',
  picture: 'M7 7h34M7 13h34M7 19h34M7 25h20',
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
