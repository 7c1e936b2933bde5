/** Backups of the whole site, and what is said before one of them replaces it. Only super admins have them. */
import type { Iri } from '../model/iri.ts'
import { fileSizeLabel } from '../model/file-size-label.ts'

/** The endpoint that makes a backup. */
export const backupsEndpoint: Iri = '/_/backups'
/** The endpoint of backups that are uploaded to be restored; each is at `/_/restorations/{id}`. */
export const restorationsEndpoint: Iri = '/_/restorations'

/** The media type of backups and of messages about their progress: JSON lines. */
export const jsonLines = 'application/x-ndjson'

/** A backup is uploaded in parts of this size, in bytes, which is less than the limit of a request. */
export const uploadPartSize = 4 * 1024 * 1024

/** The contents that are counted in a site and in a backup. */
export const countedContents = [
  'pages',
  'entries',
  'components',
  'files',
  'submissions',
  'accounts',
] as const
export type SiteCounts = Readonly<Record<(typeof countedContents)[number], number>>

/** The result of the check of an uploaded backup. */
export interface BackupCheck {
  /** The name of this site, which has to be typed before it is replaced. */
  siteName: string
  /** The name of the site in the backup; null if it has none. */
  backupName: string | null
  /** The contents that will be replaced. */
  current: SiteCounts
  /** The contents that they will be replaced by. */
  backup: SiteCounts
  /** True if the account of the super admin who asks is in the backup, and may sign in. */
  staysSignedIn: boolean
  /** The number of keys of authenticator apps in it that this server cannot decrypt. */
  unreadableSecrets: number
}

/** A line of the response to a check or a restoration. The last one is of another type than `progress`. */
export type RestorationMessage =
  /** `done` is from 0 to 1. */
  | { type: 'progress'; done: number }
  | { type: 'checked'; check: BackupCheck }
  | { type: 'restored'; isSignedIn: boolean }
  | { type: 'failed'; message: string }

const labels: Readonly<Record<keyof SiteCounts, string>> = {
  pages: 'Pages and templates',
  entries: 'Articles and other data',
  components: 'Pieces of content',
  files: 'Files',
  submissions: 'Submissions',
  accounts: 'Accounts',
}

/** Returns the rows of the table that compares this site with the backup. */
export const comparisonOf = ({ current, backup }: BackupCheck) =>
  countedContents.map((name) => ({
    label: labels[name],
    current: current[name].toLocaleString('en'),
    backup: backup[name].toLocaleString('en'),
  }))

/** Says what becomes of the session of the person who restores the backup, and of all others. */
export const sessionWarning = ({ staysSignedIn }: BackupCheck) =>
  staysSignedIn
    ? 'You stay signed in, with the password and the rights that your account has in the backup. Everyone else is signed out.'
    : 'Your account is not in the backup. You are signed out as well, and can only sign in with an account of the backup.'

/** Says that the codes of authenticator apps will not be accepted, and what helps; null if they will. */
export const secretsWarning = (unreadableSecrets: number) => {
  if (unreadableSecrets === 0) return null
  const whose =
    unreadableSecrets === 1
      ? 'The authenticator app of one account'
      : `The authenticator apps of ${unreadableSecrets} accounts`
  return `${whose} will not be accepted, because this server has another secret key than the one of the backup: they need a recovery code, until SECRET_KEY or PREVIOUS_SECRET_KEYS has that key.`
}

/** True for the name that has to be typed. */
export const isTypedName = (typed: string, { siteName }: Pick<BackupCheck, 'siteName'>) =>
  typed.trim() === siteName.trim()

/** Returns the name under which a backup is saved. */
export const backupFileName = (now: number) =>
  `backup-${new Date(now).toISOString().slice(0, 16).replace('T', '-').replace(':', '')}.jsonl`

/** Says how much of a backup has arrived. */
export const receivedLabel = (bytes: number) =>
  bytes === 0 ? 'Preparing…' : `${fileSizeLabel(bytes)} received`
