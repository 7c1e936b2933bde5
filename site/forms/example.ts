import { minLength, pipe, string } from 'valibot'
import { defineForm } from '#content/forms/form.ts'

export const name = 'example'

/** The call is marked as pure, so that the editor, which needs only the name, leaves the fields out. */
export const form = /* @__PURE__ */ defineForm({
  name,
  fields: {
    text: { type: 'text', label: 'Name', attr: { autocomplete: 'name' } },
    plainPassword: {
      type: 'repeated',
      of: {
        type: 'password',
        label: 'Password',
        required: 'Enter a password.',
        checks: [pipe(string(), minLength(6, 'Use at least 6 characters.'))],
        attr: { autocomplete: 'new-password' },
      },
      repeatLabel: 'Repeat password',
      mismatch: 'The two passwords are not the same.',
    },
    subject: {
      type: 'select',
      label: 'Subject',
      required: 'Choose a subject.',
      placeholder: 'What is it about?',
      choices: [
        { value: 'question', label: 'A question' },
        { value: 'praise', label: 'Something you like' },
        { value: 'problem', label: 'Something that does not work' },
      ],
    },
    email: {
      type: 'email',
      label: 'Email address',
      required: 'Enter your email address.',
      help: 'Only to answer you.',
      attr: { autocomplete: 'email' },
    },
    message: { type: 'textarea', label: 'Message', required: 'Write a message.' },
    developer: {
      type: 'radio',
      label: 'Are you a developer?',
      required: 'Choose an answer.',
      choices: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
    randomCheckbox: {
      type: 'checkbox',
      label: 'I have read what I wrote',
      required: 'Check this box to continue.',
    },
    interests: {
      type: 'checkboxes',
      label: 'Interests',
      choices: [
        { value: 'design', label: 'Design' },
        { value: 'writing', label: 'Writing' },
        { value: 'code', label: 'Code' },
      ],
    },
    other_interests: {
      type: 'multi-select',
      label: 'Other interests',
      choices: [
        { value: 'music', label: 'Music' },
        { value: 'food', label: 'Food' },
        { value: 'travel', label: 'Travel' },
        { value: 'sport', label: 'Sport' },
      ],
    },
    children: {
      type: 'list',
      label: 'Children',
      allowAdd: true,
      allowDelete: true,
      entry: {
        type: 'group',
        fields: { name: { type: 'text', label: 'Name', required: 'Enter a name.' } },
      },
    },
    text_children: {
      type: 'list',
      label: 'Notes',
      allowAdd: true,
      allowDelete: true,
      entry: { type: 'text', label: 'Note' },
    },
    submit: { type: 'submit', label: 'Send' },
  },
})
