/** The settings that only super admins change, because they concern accounts. */
import { type SiteConfig } from '#content/model/site-config.ts'
import { type Viewer, isSuperAdmin } from '#server/auth/viewer.ts'
import { AccessDeniedError } from '#server/domain-errors.ts'

const protectedKeys: readonly unknown[] = ['twoFactorRequired' satisfies keyof SiteConfig]

/** Throws an `AccessDeniedError` if one of the resources is a setting that the viewer may not change, by its present or new key. */
export const requireSettingAccess = (
  viewer: Viewer,
  type: string,
  ...resources: readonly Readonly<Record<string, unknown>>[]
) => {
  if (type !== 'SiteConfigParameter' || isSuperAdmin(viewer)) return
  if (resources.some(({ key }) => protectedKeys.includes(key)))
    throw new AccessDeniedError('Only super admins may change this setting.')
}
