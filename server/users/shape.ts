/** What an account looks like to clients: stored in a table of its own, documented and listed like everything else. */
import type { Shape } from '../store/shapes.ts'
import { schemas } from './changes.ts'

const value = (name: keyof typeof schemas, required?: string) =>
  ({ is: 'value', schema: schemas[name], ...(required && { required }) }) as const
const password = { ...value('plainPassword'), writeOnly: true } as const

export const userShape: Shape = {
  type: 'User',
  category: null,
  endpoint: '/users',
  properties: {
    username: value('username', 'Enter a username.'),
    emailAddress: value('emailAddress', 'Enter an email address.'),
    emailAddressVerified: { is: 'computed' },
    newEmailAddress: value('newEmailAddress'),
    newEmailAddressChangeRequestedAt: { is: 'computed' },
    roles: value('roles'),
    enabled: value('enabled'),
    plainPassword: password,
    oldPassword: password,
    currentPassword: password,
  },
  unique: ['username', 'emailAddress'],
  isLive: false,
  isPublishable: false,
  hasPut: true,
  order: ['createdAt', 'username'],
  search: ['username', 'emailAddress'],
}
