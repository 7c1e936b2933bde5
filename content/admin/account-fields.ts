/** The fields of accounts on their screens in the admin area. */
import type { ItemField } from './item-form.ts'
import { assignableRoles } from './roles.ts'

const passwordFields = (label: string, required?: string): ItemField[] => [
  { name: 'plainPassword', label, format: 'password', ...(required && { required }) },
  {
    name: 'repeatedPassword',
    label: `${label}, again`,
    format: 'password',
    repeats: 'plainPassword',
  },
]

const usernameField: ItemField = {
  name: 'username',
  label: 'Username',
  format: 'text',
  required: 'Enter a username.',
}

/** Asks how the owner of a new account gets a password. Such an account is invited by a mail, or has a password at once. */
const invitationField: ItemField = {
  name: 'sendInvitation',
  label: 'Password',
  format: 'yesOrNo',
  options: [
    { value: 'true', label: 'The user chooses it by mail' },
    { value: 'false', label: 'I enter it here' },
  ],
  initial: 'true',
}

/** Returns the fields of a new account, for an API that sends invitations and for one that does not. */
export const newUserFields = (isInvitable: boolean): ItemField[] => {
  const [password, repeated] = passwordFields('Password', 'Enter a password.')
  const shownWith = { field: invitationField.name, value: 'false' }
  return [
    ...accountFields,
    ...(isInvitable
      ? [invitationField, { ...password!, shownWith }, { ...repeated!, shownWith }]
      : [password!, repeated!]),
  ]
}

/** Returns the fields of the account of somebody else. */
export const userFields = (): ItemField[] => [
  ...accountFields.map((field): ItemField =>
    field === usernameField ? { ...field, header: 'name' } : field,
  ),
  ...passwordFields('New password'),
]

const accountFields: readonly ItemField[] = [
  usernameField,
  {
    name: 'emailAddress',
    label: 'Email address',
    format: 'email',
    required: 'Enter an email address.',
  },
  {
    name: 'roles',
    label: 'Role',
    format: 'role',
    options: assignableRoles.toReversed(),
    initial: 'ROLE_USER',
  },
  {
    name: 'enabled',
    label: 'May sign in',
    format: 'toggle',
    initial: true,
  },
]

/**
 * Returns the fields of the own account. Nobody changes the own role, and only a super admin the own name. A new address is
 * used once it is confirmed by a mail. An API may ask for the current password.
 */
export const ownAccountFields = (isSuperAdmin: boolean): ItemField[] => [
  ...(isSuperAdmin ? [usernameField] : []),
  {
    name: 'newEmailAddress',
    label: 'New email address',
    format: 'email',
    hint: 'You get a mail with a link that confirms it. Until then, the old one stays. Leave it empty to keep that.',
  },
  ...passwordFields('New password'),
  {
    name: 'currentPassword',
    label: 'Current password',
    format: 'password',
    hint: 'Needed for a new address or password if you signed in more than ten minutes ago.',
  },
]
