/** The roles of accounts, by the names that people see. */
import type { Role, User } from '../model/resource.ts'

/** The roles that an account can be given, the highest first. Each includes those below it. */
export const assignableRoles: readonly { value: Role; label: string }[] = [
  { value: 'ROLE_SUPER_ADMIN', label: 'Super admin' },
  { value: 'ROLE_ADMIN', label: 'Admin' },
  { value: 'ROLE_USER', label: 'User' },
]

/** Returns the highest of the roles of an account, which an API gives with those that it includes. */
export const highestRoleIn = (roles: unknown): Role => {
  const held = Array.isArray(roles) ? roles : []
  return assignableRoles.find(({ value }) => held.includes(value))?.value ?? 'ROLE_USER'
}

/** Returns the name of the highest role. */
export const highestRole = (roles: unknown) => {
  const role = highestRoleIn(roles)
  return assignableRoles.find(({ value }) => value === role)!.label
}

/** True for an account that may manage those of others. */
export const isSuperAdmin = (user: User | null) => user?.roles.includes('ROLE_SUPER_ADMIN') ?? false

/** Returns a function that leaves out what a user may not open, because it is for super admins alone. */
export const openTo =
  (user: User | null) =>
  ({ isForSuperAdmins = false }: { isForSuperAdmins?: boolean }) =>
    !isForSuperAdmins || isSuperAdmin(user)
