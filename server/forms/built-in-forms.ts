/** The built-in forms, which create and change accounts. */
import { maxLength, minLength, pipe, string } from 'valibot'
import { passwordMismatch } from '#content/account/new-password.ts'
import { type RepeatedField, defineForm } from '#content/forms/form.ts'
import { maxPasswordLength } from '../auth/passwords.ts'

/** Validates every new password, in forms and in the API. */
export const passwordSchema = pipe(
  string('This should be text.'),
  maxLength(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`),
  minLength(6, 'Use at least 6 characters.'),
)

const shortText = pipe(string(), maxLength(255, 'Use at most 255 characters.'))

const newPassword: RepeatedField = {
  type: 'repeated',
  of: {
    type: 'password',
    label: 'Password',
    required: 'Enter a password.',
    checks: [passwordSchema],
    attr: { autocomplete: 'new-password' },
  },
  repeatLabel: 'Repeat password',
  mismatch: passwordMismatch,
}

const userRegister = defineForm({
  name: 'user_register',
  fields: {
    username: {
      type: 'text',
      label: 'Username',
      required: 'Enter a username.',
      checks: [shortText],
      attr: { autocomplete: 'username' },
    },
    emailAddress: {
      type: 'email',
      label: 'Email address',
      required: 'Enter an email address.',
      checks: [shortText],
      attr: { autocomplete: 'email' },
    },
    plainPassword: newPassword,
    submit: { type: 'submit', label: 'Register' },
  },
})

const changePassword = defineForm({
  name: 'change_password',
  fields: {
    oldPassword: {
      type: 'password',
      label: 'Current password',
      required: 'Enter your current password.',
      attr: { autocomplete: 'current-password' },
    },
    plainPassword: newPassword,
    submit: { type: 'submit', label: 'Change password' },
  },
})

const newEmailAddress = defineForm({
  name: 'new_email_address',
  fields: {
    newEmailAddress: {
      type: 'email',
      label: 'New email address',
      help: 'Leave it empty to keep the address you have.',
      checks: [shortText],
      attr: { autocomplete: 'email' },
    },
    currentPassword: {
      type: 'password',
      label: 'Current password',
      help: 'Needed if you signed in more than ten minutes ago.',
      attr: { autocomplete: 'current-password' },
    },
    submit: { type: 'submit', label: 'Change email address' },
  },
})

export const passwordUpdate = defineForm({
  name: 'password_update',
  fields: {
    username: { type: 'hidden', required: 'The link is incomplete.' },
    plainNewPasswordConfirmationToken: { type: 'hidden', required: 'The link is incomplete.' },
    plainPassword: newPassword,
    submit: { type: 'submit', label: 'Set password' },
  },
})

/**
 * Defines the sign-in form, which is submitted to `/login` instead of the endpoint of forms.
 * @internal Exported for tests.
 */
export const userLogin = defineForm({
  name: 'user_login',
  apiDisabled: true,
  realtimeValidateDisabled: true,
  fields: {
    username: {
      type: 'text',
      label: 'Username or email',
      required: 'Enter your username or email address.',
      attr: { autocomplete: 'username' },
    },
    password: {
      type: 'password',
      label: 'Password',
      required: 'Enter your password.',
      attr: { autocomplete: 'current-password' },
    },
    submit: { type: 'submit', label: 'Sign in' },
  },
})

export const builtInForms = [
  userRegister,
  changePassword,
  newEmailAddress,
  passwordUpdate,
  userLogin,
]
