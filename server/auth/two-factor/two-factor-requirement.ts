/** Decides who has to set up a second factor before anything else: editors, where the site requires one. */
import { parseBoolean, siteConfigList } from '#content/model/site-config.ts'
import { quotedList } from '../../store/db/sql-dialect.ts'
import type { AccountTable } from '../../store/db/schema.ts'
import { isEditor } from '../viewer.ts'
import { viewerOf } from '../../users/account-row.ts'

const setting = `${siteConfigList}/twoFactorRequired`

/**
 * The SQL of the columns by which that is decided, in a query of `account`. They are read with each session, so that the
 * setting applies at once and in every process.
 */
export const hasTwoFactorSql =
  '(select 1 from two_factor where account_id = account.id and confirmed_at is not null)'
export const twoFactorSettingSql = `(select data from resource where iri = ${quotedList([setting])})`

export interface RequirementColumns {
  has_two_factor: number | null
  /** The setting as JSON; null if it was never stored. */
  two_factor_setting: string | null
}

const isRequired = (data: string | null) => {
  const { value } = JSON.parse(data ?? '{}') as { value?: unknown }
  return parseBoolean(String(value)) === true
}

/**
 * Returns an account of the session query, without the roles of an editor while those need a second factor that the account
 * has not: it reads what every signed-in user may, and no more.
 */
export const applyRequirement = <Row extends AccountTable>({
  has_two_factor,
  two_factor_setting,
  ...account
}: Row & RequirementColumns) => {
  const isTwoFactorMissing =
    has_two_factor === null &&
    two_factor_setting !== null &&
    isRequired(two_factor_setting) &&
    isEditor(viewerOf(account as unknown as AccountTable))
  const roles = isTwoFactorMissing ? '["ROLE_USER"]' : account.roles
  return { ...account, roles, isTwoFactorMissing }
}
