import { maxLength, pipe, string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'Form',
  label: 'Form',
  description: 'Fields for visitors to fill in',
  endpoint: '/component/forms',
  publishable: false,
  instantAdd: false,
  uiVariants: [{ name: 'ExampleForm', label: 'A letter to us' }],
  fields: {
    formType: {
      label: 'Form',
      schema: pipe(string('This should be text.'), maxLength(255, 'Use at most 255 characters.')),
      format: 'text',
      required: 'Choose a form.',
    },
  },
})
