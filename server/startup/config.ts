/**
 * Reads the environment once, at the start. An invalid value ends the start with a sentence that names the variable.
 */
import * as v from 'valibot'
import { isIpRange } from '../http/trusted-proxies.ts'
import { StartupError } from './startup-error.ts'

const port = v.pipe(
  v.string(),
  v.digits('a whole number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'a whole number from 0 to 65535'),
)

// Valibot runs the rest of a pipe after a failed check, so each check has to accept any text.
const httpUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    'an http:// or https:// address',
  ),
)

const origin = v.pipe(
  httpUrl,
  v.check((text) => /^\w+:\/\/[^/?#]*\/?$/.test(text), 'an address without a path'),
  v.transform((text) => new URL(text).origin),
)

const origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((one) => one.trim())),
  v.check(
    (all) => all.every((one) => v.is(origin, one)),
    'http:// or https:// addresses without a path, with commas between them',
  ),
  v.transform((all) => all.map((one) => new URL(one).origin)),
)

const baseUrl = v.pipe(
  httpUrl,
  v.transform((text) => text.replace(/\/+$/, '')),
)

const startsWith = (schemes: RegExp, expected: string) =>
  v.pipe(
    v.string(),
    v.check((text) => schemes.test(text) && URL.canParse(text), expected),
  )

const ipRanges = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((range) => range.trim())),
  v.check(
    (all) => all.every(isIpRange),
    'IP addresses or CIDR ranges like 10.0.0.0/8, with commas between them',
  ),
)

const hostNames = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((name) => name.trim().toLowerCase())),
  v.check(
    (names) => names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/.test(name)),
    'host names like www.example.org, with commas between them',
  ),
)

const isSecretKey = (text: string) => text.length >= 32 && text.length <= 1_000

/** One with a comma could never become one of the previous keys. */
const secretKey = v.pipe(
  v.string(),
  v.transform((text) => text.trim()),
  v.check(
    (key) => isSecretKey(key) && !key.includes(','),
    'from 32 to 1000 random characters without commas',
  ),
)

const secretKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((key) => key.trim())),
  v.check(
    (keys) => keys.every(isSecretKey),
    'keys of 32 to 1000 characters, with commas between them',
  ),
)

const trueOrFalse = v.pipe(
  v.picklist(['true', 'false'], 'true or false'),
  v.transform((word) => word === 'true'),
)

const variables = v.object({
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(startsWith(/^postgres(ql)?:\/\//, 'a postgres:// address')),
  API_URL: v.optional(baseUrl),
  SITE_URL: v.optional(origin),
  TRUSTED_PROXIES: v.optional(ipRanges),
  TRUSTED_HOSTS: v.optional(hostNames),
  HYDRA_PREFIX: v.optional(trueOrFalse, 'false'),
  TRUSTED_ORIGINS: v.optional(origins),
  ADMIN_USERNAME: v.optional(
    v.pipe(v.string(), v.maxLength(100, 'at most 100 characters')),
    'admin',
  ),
  ADMIN_PASSWORD: v.optional(
    v.pipe(
      v.string(),
      v.minLength(6, 'at least 6 characters'),
      v.maxLength(1_000, 'at most 1000 characters'),
    ),
  ),
  SMTP_URL: v.optional(startsWith(/^smtps?:\/\//, 'an smtp:// or smtps:// address')),
  PAGE_CACHE_MB: v.optional(
    v.pipe(v.string(), v.digits('a whole number of megabytes'), v.transform(Number)),
    '64',
  ),
  AUDIT_DAYS: v.optional(
    v.pipe(
      v.string(),
      v.digits('a whole number of days'),
      v.transform(Number),
      v.maxValue(36_500, 'at most 36500 days'),
    ),
    '365',
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.minLength(16, 'at least 16 characters'),
      v.maxLength(1_000, 'at most 1000 characters'),
    ),
  ),
  SECRET_KEY: v.optional(secretKey),
  PREVIOUS_SECRET_KEYS: v.optional(secretKeys),
  NODE_ENV: v.optional(v.string()),
})

export interface Config {
  port: number
  host: string
  dataDir: string
  /** The URL of a PostgreSQL database; null for libsql in `dataDir`. */
  databaseUrl: string | null
  /** The base URL of a remote content API; null for the embedded one. */
  apiUrl: string | null
  /** The site's public origin, without a trailing slash. */
  siteUrl: string | null
  /** The host names, in lower case, that requests may use when `siteUrl` is not set. */
  trustedHosts: readonly string[]
  /** True to add `hydra:` names beside the plain ones in responses, for clients that read only those. */
  hydraPrefix: boolean
  /** The IP addresses and CIDR ranges of proxies whose `X-Forwarded-…` headers are trusted. */
  trustedProxies: readonly string[]
  /** The origins of other front ends that may call the API with credentials, also in production. */
  trustedOrigins: readonly string[]
  /** The URL of the mail server; null to write mails to the outbox in `dataDir`. */
  smtpUrl: string | null
  admin: { username: string; password: string | null }
  /** The maximum size of the page cache in bytes; 0 disables it. */
  pageCacheBytes: number
  /** The time for which entries of the audit log are kept, in milliseconds; null to keep all. */
  auditLifetime: number | null
  /** The token that `/metrics` requires; null to have no metrics. */
  metricsToken: string | null
  /** The key by which secrets in the database are encrypted; null for the one in `dataDir`. */
  secretKey: string | null
  /** The keys that were used before it, and still decrypt. */
  previousSecretKeys: readonly string[]
  isProduction: boolean
}

const secretsIn = (values: v.InferOutput<typeof variables>) => ({
  metricsToken: values.METRICS_TOKEN ?? null,
  secretKey: values.SECRET_KEY ?? null,
  previousSecretKeys: values.PREVIOUS_SECRET_KEYS ?? [],
})

/**
 * Returns the configuration, or throws a `StartupError`. Its message never contains the value, which may be a password.
 */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  // An empty variable counts as not set.
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = v.safeParse(variables, setVariables)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new StartupError(
      `${v.getDotPath(issue) ?? 'The environment'} should be ${issue.message}.`,
    )
  }
  const values = parsed.output
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    apiUrl: values.API_URL ?? null,
    siteUrl: values.SITE_URL ?? null,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    trustedHosts: values.TRUSTED_HOSTS ?? [],
    hydraPrefix: values.HYDRA_PREFIX,
    trustedOrigins: values.TRUSTED_ORIGINS ?? [],
    smtpUrl: values.SMTP_URL ?? null,
    admin: { username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD ?? null },
    pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    auditLifetime: values.AUDIT_DAYS === 0 ? null : values.AUDIT_DAYS * 24 * 60 * 60 * 1_000,
    ...secretsIn(values),
    isProduction: values.NODE_ENV === 'production',
  }
}
