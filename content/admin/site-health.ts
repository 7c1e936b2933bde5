/** The state of everything that the server needs, and what to do where it is not good. Only super admins read it. */
import { byteLabel } from '../model/byte-label.ts'
import type { Iri } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'

export const siteHealthEndpoint: Iri = '/_/health'

export interface SiteHealth extends Resource {
  '@id': Iri
  '@type': 'SiteHealth'
  database: {
    state: 'ok' | 'busy' | 'unreachable'
    /** The time that it took to answer, in milliseconds. */
    latency: number
  }
  /** The disk of `DATA_DIR`, in bytes; null where the system does not tell. */
  disk: { state: 'ok' | 'full'; free: number | null; total: number | null }
  mail: {
    /** The number of mails that are to be sent. */
    waiting: number
    /** The number of those that have been tried. */
    tried: number
    /** The last failure of this process; null if there was none. It is the code of an error, without any address. */
    lastFailure: { at: string; reason: string } | null
  }
  hub: {
    /** The number of connected browsers. */
    readers: number
    /** The number of those that do not have all events yet. */
    catchingUp: number
    /** The number of events that are stored and not sent yet. */
    behind: number
  }
  /** The number of accounts whose authenticator app is not accepted, because another secret key has encrypted its key. */
  unreadableSecrets: number
  /** True if others than its owner may read or change the file of the secret key. */
  isSecretKeyExposed: boolean
  /** The last backup that was made completely; null if there was none. */
  lastBackup: LastBackup | null
  /** The addresses that links, mails and the sitemap may name: that of `SITE_URL`, or else the hosts of `TRUSTED_HOSTS`. */
  addresses: {
    siteUrl: string | null
    trustedHosts: readonly string[]
    /** True if the server is reached by a name of its own machine alone. */
    isLocal: boolean
  }
  versions: { app: string; node: string; database: string }
}

export interface LastBackup {
  at: string
  /** Its size in bytes. */
  bytes: number
}

export interface HealthCheck {
  name: string
  state: 'good' | 'attention' | 'bad'
  /** The word for the state. */
  label: string
  facts: readonly (readonly [name: string, value: string | { date: string }])[]
  /** The advice what to do; null where everything is good. */
  advice: string | null
}

/** Less free space than this deserves attention, in bytes. */
const lowSpace = 1024 ** 3
/** An answer of the database that takes longer is slow, in milliseconds. */
const slowAnswer = 250
/** A backup that is older than this deserves attention, in milliseconds. */
const oldBackup = 30 * 24 * 60 * 60 * 1_000
/** More events than this that are not sent yet are a delay. */
const manyEvents = 100

const count = (number: number) => number.toLocaleString('en')

type Verdict = Pick<HealthCheck, 'state' | 'label' | 'advice'>
const good: Verdict = { state: 'good', label: 'Good', advice: null }

const databaseVerdict = ({ state, latency }: SiteHealth['database']): Verdict => {
  if (state === 'unreachable')
    return {
      state: 'bad',
      label: 'Unreachable',
      advice: 'Start the database, or check DATABASE_URL.',
    }
  if (state === 'busy')
    return {
      state: 'attention',
      label: 'Busy',
      advice:
        'Another process holds the write lock. If it stays, end imports and other long writes.',
    }
  if (latency < slowAnswer) return good
  return {
    state: 'attention',
    label: 'Slow',
    advice: 'It takes long to answer. Check the load of its machine and the network to it.',
  }
}

const diskVerdict = ({ state, free }: SiteHealth['disk']): Verdict => {
  const advice =
    'Make space on the disk of DATA_DIR: delete files that nothing uses, or use a larger disk.'
  if (state === 'full') return { state: 'bad', label: 'Full', advice }
  return free === null || free >= lowSpace ? good : { state: 'attention', label: 'Low', advice }
}

const mailVerdict = ({ tried, lastFailure }: SiteHealth['mail']): Verdict =>
  tried > 0
    ? {
        state: lastFailure ? 'bad' : 'attention',
        label: 'Not delivered',
        advice: 'Check SMTP_URL and the mail server. Mails are tried again for three days.',
      }
    : good

const hubVerdict = ({ behind }: SiteHealth['hub']): Verdict =>
  behind <= manyEvents
    ? good
    : {
        state: 'attention',
        label: 'Behind',
        advice: 'Open pages show changes late. If the number keeps growing, restart the server.',
      }

const backupAdvice =
  'Make one on the screen “Backup”, unless the database and DATA_DIR are backed up elsewhere.'

const backupVerdict = (last: LastBackup | null, now: number): Verdict => {
  if (!last) return { state: 'attention', label: 'None yet', advice: backupAdvice }
  return now - Date.parse(last.at) < oldBackup
    ? good
    : { state: 'attention', label: 'Old', advice: backupAdvice }
}

/** The words for a file of the secret key that others on the machine may read or change. */
export const exposedKeyAdvice =
  'Others than its owner may read or change the file secret.key in DATA_DIR. Let its owner alone do so: chmod 600 secret.key'

const secretsVerdict = ({ unreadableSecrets, isSecretKeyExposed }: SiteHealth): Verdict => {
  if (unreadableSecrets > 0)
    return {
      state: 'bad',
      label: 'Unreadable',
      advice:
        'Codes of these apps are refused, and recovery codes are needed. Set SECRET_KEY or PREVIOUS_SECRET_KEYS to the key that was used before, or put the former secret.key into DATA_DIR, and start the server again. Without that key, two-factor sign-in has to be set up again.',
    }
  if (!isSecretKeyExposed) return good
  return {
    state: 'attention',
    label: 'Exposed',
    advice: exposedKeyAdvice,
  }
}

const addressVerdict = ({ siteUrl, trustedHosts, isLocal }: SiteHealth['addresses']): Verdict =>
  siteUrl !== null || trustedHosts.length > 0 || isLocal
    ? good
    : {
        state: 'attention',
        label: 'Not set',
        advice:
          'Mails cannot contain links, and there is no sitemap. Set SITE_URL in the environment of the server, and start it again.',
      }

type Facts = HealthCheck['facts']

/** With `SITE_URL`, no other address is named. */
const addressFacts = ({ addresses: { siteUrl, trustedHosts } }: SiteHealth): Facts => [
  ['Address (SITE_URL)', siteUrl ?? 'not set: that of each request, if its host is trusted'],
  [
    'Trusted hosts (TRUSTED_HOSTS)',
    siteUrl === null
      ? ['names of this machine', ...trustedHosts].join(', ')
      : 'not used, because the address is set',
  ],
  ['To change them', 'set them in the environment of the server, and start it again'],
]

const databaseFacts = ({ database: { latency }, versions }: SiteHealth): Facts => [
  ['System', versions.database],
  ['Answers in', latency < 1 ? 'less than 1 ms' : `${count(Math.round(latency))} ms`],
]

const diskFacts = ({ disk: { free, total } }: SiteHealth): Facts => [
  [
    'Free',
    free === null || total === null ? 'unknown' : `${byteLabel(free)} of ${byteLabel(total)}`,
  ],
]

const mailFacts = ({ mail: { waiting, tried, lastFailure } }: SiteHealth): Facts => [
  ['Mails that wait to be sent', count(waiting)],
  ['Of these, sent without success so far', count(tried)],
  ...(lastFailure
    ? [
        ['Last attempt, which failed', { date: lastFailure.at }] as const,
        ['Reason', lastFailure.reason] as const,
      ]
    : []),
]

const hubFacts = ({ hub: { readers, catchingUp, behind } }: SiteHealth): Facts => [
  ['Connected readers', count(readers)],
  ['Catching up', count(catchingUp)],
  ['Events not sent yet', count(behind)],
]

const backupFacts = ({ lastBackup }: SiteHealth): Facts =>
  lastBackup
    ? [
        ['Last backup', { date: lastBackup.at }],
        ['Size', byteLabel(lastBackup.bytes)],
      ]
    : [['Last backup', 'never']]

/** Returns the checks, each with what it is about. `now` is in milliseconds since 1970. */
export const healthChecksOf = (health: SiteHealth, now = Date.now()): HealthCheck[] => [
  { name: 'Database', ...databaseVerdict(health.database), facts: databaseFacts(health) },
  { name: 'Disk space', ...diskVerdict(health.disk), facts: diskFacts(health) },
  { name: 'Mail', ...mailVerdict(health.mail), facts: mailFacts(health) },
  { name: 'Live updates', ...hubVerdict(health.hub), facts: hubFacts(health) },
  { name: 'Backup', ...backupVerdict(health.lastBackup, now), facts: backupFacts(health) },
  {
    name: 'Two-factor keys',
    ...secretsVerdict(health),
    facts: [['Authenticator apps that are not accepted', count(health.unreadableSecrets)]],
  },
  { name: 'Addresses', ...addressVerdict(health.addresses), facts: addressFacts(health) },
]

/** Says whether anything needs attention. */
export const healthSummary = (checks: readonly HealthCheck[]) => {
  const { length } = checks.filter(({ state }) => state !== 'good')
  if (length === 0) return 'Everything works.'
  return length === 1 ? 'One thing needs attention.' : `${length} things need attention.`
}

/** Returns the versions of what runs. */
export const versionsOf = ({ versions }: SiteHealth): HealthCheck['facts'] => [
  ['Build', versions.app],
  ['Node', versions.node],
  ['Database', versions.database],
]

export const isSiteHealth = (resource: Resource): resource is SiteHealth =>
  resource['@type'] === 'SiteHealth'
