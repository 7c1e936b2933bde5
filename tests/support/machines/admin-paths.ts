/** The inputs and events by which small machines of the admin area are walked, alone and through their screens. */
import { pendingMailOf } from '#content/account/account-mails.ts'
import type { AccountSession } from '#content/account/account-sessions.ts'
import type { BackupCheck } from '#content/admin/site-backup.ts'
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'
import type { FoundChoices } from '#content/admin/item-form.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import type { SiteHealth } from '#content/admin/site-health.ts'
import { locationOf } from '#content/navigation/location.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { BulkChangeOutcome } from '#machines/admin/bulk-change.ts'
import type { NotificationRecorded } from '#machines/app/past-notifications.ts'
import type { TestMailResult } from '#content/settings/test-mail.ts'
import { siteHealth as sampleHealth } from '../content/site-health.ts'

/** The answers to the question for a session in place of the one that has ended. */
const renewals = [
  { type: 'xstate.done.actor.renewSession', output: 'renewed' },
  { type: 'xstate.done.actor.renewSession', output: 'declined' },
  { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
] as const

const offline = new Failure('offline')
const signedOut = failureFromStatus(401)

/** Tells failures from none. */
const hasFailed = ({ failure }: { failure: Failure | null }) => failure !== null

export const otherSession: AccountSession = {
  iri: '/users/1/sessions/2',
  browser: 'Firefox on Linux',
  signedInAt: '2026-11-02T10:00:00+00:00',
  usedAt: '2026-11-03T10:00:00+00:00',
  isCurrent: false,
}
export const currentSession: AccountSession = {
  ...otherSession,
  iri: '/users/1/sessions/1',
  browser: 'Chrome on Windows',
  isCurrent: true,
}

export const accountSessions = {
  input: { account: '/users/1' },
  events: [
    { type: 'end.requested', iri: otherSession.iri },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.readSessions', output: [currentSession, otherSession] },
    { type: 'xstate.done.actor.readSessions', output: null },
    { type: 'xstate.error.actor.readSessions', error: offline },
    { type: 'xstate.error.actor.readSessions', error: signedOut },
    { type: 'xstate.done.actor.endSessions' },
    { type: 'xstate.error.actor.endSessions', error: offline },
    { type: 'xstate.error.actor.endSessions', error: failureFromStatus(404) },
    { type: 'xstate.error.actor.endSessions', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: {
    sessions: readonly AccountSession[] | null
    ended: string | null
    failure: Failure | null
  }) => [context.sessions !== null, context.ended, hasFailed(context)],
} as const

export const invitation = pendingMailOf({
  '@id': '/users/1',
  '@type': 'User',
  _metadata: { persisted: true },
  username: 'ada',
  invitedAt: '2026-11-02T10:00:00+00:00',
})!

export const accountMail = {
  input: undefined,
  events: [
    { type: 'mail.requested', request: invitation.request },
    { type: 'xstate.done.actor.sendMail' },
    { type: 'xstate.error.actor.sendMail', error: offline },
    { type: 'xstate.error.actor.sendMail', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: { request: object | null; failure: Failure | null }) => [
    context.request !== null,
    hasFailed(context),
  ],
} as const

export const acceptedMail: TestMailResult = {
  to: 'ada@people.test',
  isSent: true,
  answer: '250 2.0.0 Ok',
}

export const testMail = {
  input: undefined,
  events: [
    { type: 'mail.requested' },
    { type: 'xstate.done.actor.sendTestMail', output: acceptedMail },
    { type: 'xstate.error.actor.sendTestMail', error: offline },
    { type: 'xstate.error.actor.sendTestMail', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: { result: TestMailResult | null; failure: Failure | null }) => [
    context.result !== null,
    hasFailed(context),
  ],
} as const

export const siteHealth = {
  input: undefined,
  events: [
    { type: 'refresh.requested' },
    { type: 'xstate.done.actor.readHealth', output: sampleHealth() },
    { type: 'xstate.error.actor.readHealth', error: offline },
    { type: 'xstate.error.actor.readHealth', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: { health: SiteHealth | null; failure: Failure | null }) => [
    context.health !== null,
    hasFailed(context),
  ],
} as const

export const siteBackup = {
  input: undefined,
  events: [
    { type: 'backup.requested', currentPassword: 'lovelace' },
    { type: 'download.canceled' },
    { type: 'bytes.received', bytes: 3 * 2 ** 20 },
    { type: 'backup.saved' },
    { type: 'download.failed', error: offline },
    { type: 'download.failed', error: signedOut },
    { type: 'xstate.error.actor.downloadBackup', error: new Failure('unexpected') },
    ...renewals,
  ],
  distinguishBy: (context: { received: number; failure: Failure | null }) => [
    context.received,
    hasFailed(context),
  ],
} as const

const articleCopied: UndoableChange = { iri: '/_/bulk_changes/2', label: '1 item duplicated' }
const articleCopy = '/page_data/blog_article_datas/2'
const accepted = (heading: string) => ({
  type: 'notification.accepted' as const,
  key: bulkNotification,
  heading,
})
const shown = (heading: string) => ({
  type: 'notification.shown' as const,
  notification: { key: bulkNotification, tone: 'info' as const, heading, messages: [] as string[] },
})

export const itemCopy = {
  copy: articleCopy,
  input: {
    iri: '/page_data/blog_article_datas/1',
    listPath: '/_cwa/data/blogArticleData',
    undoable: { iri: '/_/bulk_changes/9', label: '1 route deleted' } as UndoableChange | null,
  },
  events: [
    { type: 'copy.requested' },
    accepted(articleCopied.label),
    accepted('1 route deleted'),
    { ...accepted(articleCopied.label), key: 'another' },
    shown(articleCopied.label),
    shown('1 route deleted'),
    { type: 'xstate.done.actor.copyItem', output: { copy: articleCopy, undoable: articleCopied } },
    { type: 'xstate.error.actor.copyItem', error: offline },
    { type: 'xstate.done.actor.undoCopy' },
    { type: 'xstate.error.actor.undoCopy', error: offline },
  ],
  distinguishBy: (context: {
    undoable: UndoableChange | null
    awaited: readonly UndoableChange[]
    failure: Failure | null
  }) => [context.undoable?.label, context.awaited.length, hasFailed(context)],
} as const

export const backupCheck: BackupCheck = {
  siteName: 'The Lantern Players',
  backupName: 'The Harbour',
  current: { pages: 12, entries: 3, components: 1_040, files: 5, submissions: 2, accounts: 4 },
  backup: { pages: 10, entries: 1, components: 900, files: 4, submissions: 0, accounts: 2 },
  staysSignedIn: true,
  unreadableSecrets: 0,
}

export const backupFile = new File(['{}'], 'backup.jsonl')

export const siteRestoration = {
  input: undefined,
  events: [
    { type: 'file.chosen', file: backupFile },
    {
      type: 'restoration.confirmed',
      siteName: 'The Lantern Players',
      currentPassword: 'lovelace',
    },
    { type: 'restoration.canceled' },
    { type: 'site.requested' },
    { type: 'progress.reported', done: 0.5 },
    { type: 'upload.finished', upload: 'abc' },
    { type: 'backup.checked', check: backupCheck },
    { type: 'site.restored', isSignedIn: false },
    { type: 'step.failed', error: offline },
    { type: 'step.failed', error: signedOut },
    { type: 'xstate.error.actor.uploadBackup', error: new Failure('unexpected') },
    { type: 'xstate.error.actor.checkBackup', error: new Failure('unexpected') },
    { type: 'xstate.error.actor.restoreSite', error: new Failure('unexpected') },
    ...renewals,
  ],
  distinguishBy: (context: { check: BackupCheck | null; failure: Failure | null }) => [
    context.check !== null,
    hasFailed(context),
  ],
} as const

export const itemRenaming = {
  input: undefined,
  events: [{ type: 'rename.requested' }, { type: 'rename.ended' }],
} as const

export const itemDialog = {
  input: undefined,
  events: [
    { type: 'item.requested', path: '/blog' },
    { type: 'item.dismissed', isUnsaved: false },
    { type: 'item.dismissed', isUnsaved: true },
    { type: 'dismissal.confirmed' },
    { type: 'dismissal.canceled' },
    { type: 'location.committed', location: locationOf('/blog#routes') },
    { type: 'location.committed', location: locationOf('/') },
  ],
} as const

export const recorded: NotificationRecorded = {
  type: 'notification.recorded',
  at: Date.parse('2026-11-28T09:30:00.000Z'),
  notification: {
    key: 'session',
    tone: 'problem',
    heading: 'You are still signed in',
    messages: ['You seem to be offline'],
  },
}

export const pastNotifications = {
  input: undefined,
  events: [
    recorded,
    { type: 'list.requested' },
    { type: 'list.dismissed' },
    { type: 'past.removed', id: 0 },
    { type: 'past.cleared' },
    { type: 'xstate.error.actor.watchNotifications', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ past }: { past: readonly object[] }) => past.length > 0,
} as const

export const madeChange: UndoableChange = { iri: '/_/bulk_changes/1', label: '2 pages deleted' }

export const bulkChange = {
  input: {
    listPath: '/_cwa/pages',
    request: {
      action: 'layout',
      members: [{ iri: '/_/pages/1', etag: '"1"' }, { iri: '/_/pages/2' }],
    },
  },
  events: [
    { type: 'bulk.confirmed', layout: '/_/layouts/1' },
    { type: 'bulk.canceled' },
    {
      type: 'xstate.done.actor.previewChange',
      output: {
        consequences: ['More.'],
        layouts: [{ value: '/_/layouts/1', label: 'main' }],
        isUndoable: true,
      },
    },
    { type: 'xstate.error.actor.previewChange', error: offline },
    { type: 'xstate.error.actor.previewChange', error: signedOut },
    { type: 'xstate.done.actor.makeChange', output: madeChange },
    { type: 'xstate.error.actor.makeChange', error: offline },
    { type: 'xstate.error.actor.makeChange', error: signedOut },
    ...renewals,
  ],
  distinguishBy: (context: {
    preview: { consequences: readonly string[] }
    isConfirmed: boolean
    failure: Failure | null
  }) => [context.preview.consequences.length, context.isConfirmed, hasFailed(context)],
} as const

export const rowTypeahead = {
  input: undefined,
  events: [{ type: 'character.typed', character: 't' }],
  distinguishBy: ({ typed }: { typed: string }) => [typed !== ''],
} as const

export const designPreview = {
  input: { page: '/_/pages/1', layout: '/_/layouts/1' },
  events: [
    { type: 'xstate.done.actor.readPreview', output: [] },
    { type: 'xstate.error.actor.readPreview', error: offline },
  ],
} as const

const bulkEnded = (output: BulkChangeOutcome) => ({
  type: 'xstate.done.actor.bulkChange' as const,
  output,
})

/** The events of a list but those of its URL. `iri` is that of a row, and `list` is read. */
export const resourceListEvents = (iri: Iri, list: ResourceListPage) =>
  [
    { type: 'retry.requested' },
    { type: 'reload.requested' },
    { type: 'deletion.requested', iri },
    { type: 'deletion.confirmed' },
    { type: 'deletion.canceled' },
    { type: 'row.selected', iri, rangeFrom: null },
    { type: 'rows.selected' },
    { type: 'selection.cleared' },
    { type: 'bulk.requested', action: 'delete' },
    { type: 'undo.requested' },
    accepted(madeChange.label),
    accepted('1 user deleted'),
    bulkEnded({ isChanged: true, undoable: madeChange, failure: null }),
    bulkEnded({ isChanged: false, undoable: null, failure: null }),
    bulkEnded({ isChanged: false, undoable: null, failure: failureFromStatus(412) }),
    { type: 'xstate.done.actor.undoChange' },
    { type: 'xstate.error.actor.undoChange', error: new Failure('notFound') },
    { type: 'xstate.done.actor.readList', output: list },
    { type: 'xstate.error.actor.readList', error: offline },
    { type: 'xstate.error.actor.readList', error: signedOut },
    { type: 'xstate.done.actor.deleteListed', output: madeChange },
    { type: 'xstate.error.actor.deleteListed', error: offline },
    { type: 'xstate.error.actor.deleteListed', error: signedOut },
    ...renewals,
  ] as const

export const foundParents: FoundChoices = {
  options: [
    { value: '', label: 'None' },
    { value: '/_/pages/2', label: '/blog – Blog' },
  ],
  total: 1,
}

export const choiceSearchPaths = {
  input: {
    source: 'parents' as const,
    own: '/_/pages/1',
    none: { value: '', label: 'None' },
  },
  events: [
    { type: 'query.changed', query: 'blog' },
    { type: 'search.requested' },
    { type: 'option.moved', by: 1 },
    { type: 'search.dismissed' },
    { type: 'xstate.done.actor.searchChoices', output: foundParents },
    { type: 'xstate.error.actor.searchChoices', error: failureFromStatus(500) },
  ] as const,
}
