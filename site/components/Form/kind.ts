import { maxLength, pipe, regex, string } from 'valibot'
import type { Choice } from '#content/model/field.ts'
import { humanize } from '#content/model/humanize.ts'
import { defineKind } from '#content/model/kind.ts'

/**
 * The forms that editors are offered: those of this site, by the names that their files export, so that their fields are not
 * loaded. The API accepts the built-in ones, too.
 */
const choices = Object.values(
  import.meta.glob<string>('../../forms/*.ts', { eager: true, import: 'name' }),
).map((name): Choice => ({ value: name, label: humanize(name) }))

/** Up to ten addresses, which the server sends mail to as they are. */
const recipients = pipe(
  string('This should be text.'),
  maxLength(2000, 'Use at most 2000 characters.'),
  regex(
    /^ *([^\s@,;]+@[^\s@,;]+( *[,;] *(?=\S)|\s*$)){0,10}$/,
    'Enter up to ten email addresses, separated by commas.',
  ),
)

export const kind = defineKind({
  type: 'Form',
  label: 'Form',
  description: 'Fields for visitors to fill in',
  picture: 'M7 4h34v6H7zM7 14h34v6H7zM7 24h14v5H7z',
  endpoint: '/component/forms',
  publishable: false,
  instantAdd: false,
  uiVariants: [{ name: 'ExampleForm', label: 'Example form' }],
  fields: {
    formType: {
      label: 'Form',
      schema: pipe(string('This should be text.'), maxLength(255, 'Use at most 255 characters.')),
      format: 'choice',
      choices,
      required: 'Choose a form.',
    },
    successMessage: {
      label: 'Text after sending',
      hint: 'Replaces the form once it is sent. Without it, visitors are thanked.',
      schema: pipe(string('This should be text.'), maxLength(2000, 'Use at most 2000 characters.')),
      format: 'longText',
    },
    recipients: {
      label: 'Send to',
      hint: 'Email addresses, separated by commas. Only editors see them.',
      schema: recipients,
      format: 'text',
      editorsOnly: true,
      personal: true,
    },
  },
})
