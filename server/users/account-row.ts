/** Makes the row of a user account, and from it the roles, the viewer and the `User` resource. */
import { randomUUID } from 'node:crypto'
import type { Iri } from '#content/model/iri.ts'
import type { Role, User } from '#content/model/resource.ts'
import { type Viewer, isEditor, isSuperAdmin } from '../auth/viewer.ts'
import type { AccountTable } from '../store/db/schema.ts'
import { toApiDate } from '../store/access/read-context.ts'
import { nameKeysOf } from './name-keys.ts'

/** The roles that each role includes. */
const roleHierarchy: Partial<Record<Role, Role[]>> = {
  ROLE_SUPER_ADMIN: ['ROLE_ADMIN', 'ROLE_ALLOWED_TO_SWITCH'],
  ROLE_ADMIN: ['ROLE_USER'],
}

const expandRoles = (roles: readonly Role[]): Role[] => [
  ...new Set(roles.flatMap((role) => [role, ...expandRoles(roleHierarchy[role] ?? [])])),
]

/** Returns the roles of an account. */
export const rolesOf = ({ roles }: AccountTable) =>
  expandRoles(['ROLE_USER', ...(JSON.parse(roles) as Role[])])

/** Returns the viewer that an account reads and writes as. */
export const viewerOf = (account: AccountTable): Viewer => ({
  userId: account.id,
  roles: rolesOf(account),
  username: account.username,
})

/** Returns the IRI of the user of an account. */
export const userIri = ({ id }: Pick<AccountTable, 'id'>): Iri => `/users/${id}`

/**
 * Returns the `User` resource as the API sends it. `topics` are the hub topics of all resource types, as URI templates;
 * those of drafts are left out for users who may not see drafts.
 */
export const userOf = (account: AccountTable, topics: readonly string[]): User => {
  const viewer = viewerOf(account)
  return {
    '@id': userIri(account),
    '@type': 'User',
    username: account.username,
    emailAddress: account.email_address,
    emailAddressVerified: account.verified === 1,
    roles: [...viewer.roles],
    ...(account.new_email_address && { newEmailAddress: account.new_email_address }),
    ...(account.new_email_requested_at && {
      newEmailAddressChangeRequestedAt: toApiDate(account.new_email_requested_at),
    }),
    ...(isSuperAdmin(viewer) && { enabled: account.enabled === 1 }),
    createdAt: toApiDate(account.created_at),
    modifiedAt: toApiDate(account.modified_at),
    _metadata: {
      persisted: true,
      mercureSubscribeTopics: topics.filter(
        (topic) => isEditor(viewer) || !topic.endsWith('?draft=1'),
      ),
    },
  }
}

/** Returns the `User` resource of a session, which says so where the second factor is missing that it needs. */
export const userOfSession = (
  { account, isTwoFactorMissing }: { account: AccountTable; isTwoFactorMissing: boolean },
  topics: readonly string[],
): User => ({
  ...userOf(account, topics),
  ...(isTwoFactorMissing && { isTwoFactorMissing }),
})

/** True for an account whose owner has been invited and has chosen no password yet. */
export const isInvitationPending = ({ invited_at, verified }: AccountTable) =>
  invited_at !== null && verified === 0

/** The columns of a new account; the password is a hash. */
export interface AccountDetails {
  /** True for one whose owner chooses the password by a mail. */
  isInvited?: boolean
  username: string
  emailAddress: string
  password: string
  roles: readonly Role[]
  enabled: boolean
  verified: boolean
}

/** Returns the row of a new account, with a new id. `now` is an ISO date. */
export const accountRowOf = (details: AccountDetails, now: string) => {
  const { username, emailAddress, password, roles, enabled, verified, isInvited } = details
  return {
    id: randomUUID(),
    username,
    email_address: emailAddress,
    ...nameKeysOf({ username, email_address: emailAddress }),
    password,
    roles: JSON.stringify(roles),
    enabled: Number(enabled),
    verified: Number(verified),
    ...(isInvited && { invited_at: now }),
    created_at: now,
    modified_at: now,
  }
}
