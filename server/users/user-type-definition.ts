import { boolean } from 'valibot'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { accountSchemas } from './account-changes.ts'

const value = (name: keyof typeof accountSchemas, required?: string) =>
  ({ type: 'value', schema: accountSchemas[name], ...(required && { required }) }) as const
const password = { ...value('plainPassword'), writeOnly: true } as const

export const userTypeDefinition: TypeDefinition = {
  type: 'User',
  category: null,
  endpoint: '/users',
  properties: {
    username: value('username', 'Enter a username.'),
    emailAddress: value('emailAddress', 'Enter an email address.'),
    emailAddressVerified: { type: 'computed' },
    newEmailAddress: value('newEmailAddress'),
    newEmailAddressChangeRequestedAt: { type: 'computed' },
    /** Only for super admins, of an account whose owner has chosen no password yet. */
    invitedAt: { type: 'computed' },
    /** Only at `/me`, for an editor who has to set up a second factor before anything else. */
    isTwoFactorMissing: { type: 'computed' },
    roles: value('roles'),
    enabled: value('enabled'),
    plainPassword: password,
    oldPassword: password,
    currentPassword: password,
    // Sends a mail by which the owner of a new account chooses its password.
    sendInvitation: {
      type: 'value',
      schema: boolean('This should be true or false.'),
      writeOnly: true,
    },
  },
  unique: ['username', 'emailAddress'],
  emitsEvents: false,
  isPublishable: false,
  isReplaceable: true,
  sortableBy: ['createdAt', 'username'],
  searchableBy: ['username', 'emailAddress'],
}
