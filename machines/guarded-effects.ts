/**
 * The statements about what may be lost on this site, for `npm run charts -- prove`: each effect that deletes, discards or
 * leaves something happens only after a question was answered with yes.
 */
import type { Crossing, Exemption, Fact, Statement, Statements } from '#charts/prove/statement.ts'

const confirmed = (machine: string, state: string, event: string): Crossing => ({
  machine,
  state: `${machine}.${state}`,
  event,
})

/** The answer of a dialog, which is asked by the effect `confirm`. */
const confirmedByDialog = (machine: string, state: string): Crossing => ({
  ...confirmed(machine, state, 'confirm done'),
  guard: 'isConfirmed',
})

const newResourceAnswers = [
  confirmedByDialog('stagedResource', 'discarding'),
  confirmedByDialog('navigationGuard', 'confirming'),
]
const newResourceSaved = confirmed('stagedResource', 'saving', 'saveChange done')
const whileAdding = {
  editMode: 'editMode.editing.adding',
  addResource: 'addResource.staged',
  stagedResource: 'stagedResource.filling',
}

const editing: Statement[] = [
  {
    says: 'A component, or several, are deleted, and a draft is discarded, only after a dialog was confirmed.',
    effect: { machine: 'editMode', invoke: 'pendingAction', when: ['isDeletion'] },
    asked: [confirmedByDialog('editMode', 'editing.free.confirming')],
  },
  {
    says: 'A new resource is discarded only after a dialog was confirmed.',
    effect: { machine: 'stagedResource', event: 'resource.removed' },
    asked: newResourceAnswers,
  },
  {
    says: 'A navigation discards a new resource only after a dialog was confirmed.',
    effect: { machine: 'navigationGuard', event: 'add.discarded' },
    asked: [confirmedByDialog('navigationGuard', 'confirming')],
  },
  {
    says: 'A page with a new resource is left only after a dialog was confirmed.',
    effect: { machine: 'navigationGuard', event: 'navigation.allowed' },
    from: { navigationGuard: 'navigationGuard.unsaved' },
    asked: [confirmedByDialog('navigationGuard', 'confirming')],
    settled: [
      ...['unsaved', 'confirming', 'restoring'].map((state) =>
        confirmed('navigationGuard', state, 'add.ended'),
      ),
      // The session has ended, and the tab remembers what was being added.
      ...['navigationGuard', 'navigationGuard.confirming'].map((state) => ({
        machine: 'navigationGuard',
        state,
        event: 'editor.stopped',
      })),
    ],
  },
  {
    says: 'One signs out with a new resource only after a dialog was confirmed.',
    effect: { machine: 'editMode', event: 'signOut.requested' },
    from: whileAdding,
    asked: newResourceAnswers,
    settled: [newResourceSaved],
  },
  {
    says: 'With a new resource, nothing that waits for it runs, such as opening another page, before a dialog was confirmed.',
    effect: { machine: 'editMode', state: 'editMode.editing.acting' },
    from: whileAdding,
    asked: newResourceAnswers,
    settled: [newResourceSaved],
  },
  {
    says: 'Editing ends with a new resource only after a dialog was confirmed.',
    effect: { machine: 'editMode', event: 'edit.exited' },
    from: whileAdding,
    asked: newResourceAnswers,
    settled: [newResourceSaved],
  },
  {
    says: 'While a page is edited, a navigation is decided by the guard, which asks.',
    effect: {
      machine: 'navigation',
      event: 'navigation.allowed',
      on: 'navigation.requested',
    },
    from: { navigation: 'navigation' },
    given: ['isRestricted'],
    asked: [],
  },
  {
    says: 'A screen with something unsaved is left by a navigation only through its guard, which asks.',
    effect: {
      machine: 'navigation',
      event: 'navigation.allowed',
      on: 'navigation.requested',
    },
    from: { navigation: 'navigation' },
    given: ['isGuarded'],
    asked: [],
  },
  {
    says: 'Back and Forward are decided by the guard, too, while a page is edited.',
    effect: { machine: 'navigation', event: 'navigation.allowed', on: 'history.popped' },
    from: { navigation: 'navigation' },
    given: ['isRestricted'],
    asked: [],
  },
  {
    says: 'Signing out on a screen with something unsaved leaves the screen first, which asks.',
    effect: { machine: 'editMode', event: 'signOut.requested', on: 'signOut.requested' },
    from: { editMode: 'editMode.viewing' },
    given: ['isScreenUnsaved'],
    asked: [],
  },
  {
    says: 'The selection moves between the page and its layout only after a dialog was confirmed.',
    effect: { machine: 'areaSwitch', action: 'setConfirmed' },
    asked: [confirmedByDialog('areaSwitch', 'confirming')],
  },
  {
    says: 'The other area is selected only by the end of the switch that asked.',
    effect: { machine: 'selection', action: 'select' },
    from: { selection: 'selection.confirming' },
    given: ['isInOtherArea', 'isNew'],
    asked: [{ ...confirmed('selection', 'confirming', 'areaSwitch done'), guard: 'isConfirmed' }],
    // The page is another one by then, or the component is there because it was just added or restored.
    settled: ['add.staged', 'add.inserted', 'resource.restored', 'location.committed'].map(
      (event) => ({ machine: 'selection', state: 'selection', event }),
    ),
  },
  {
    says: 'An edit that could not be saved is given up only where the notice that asks was answered so.',
    effect: { machine: 'saveRefusal', action: 'setNext(revert)' },
    asked: [
      confirmed('saveRefusal', 'failed', 'edits.discarded'),
      confirmed('saveRefusal', 'orphaned', 'edits.discarded'),
      confirmed('saveRefusal', 'conflicting', 'remote.accepted'),
    ],
  },
  {
    says: 'A move that could not be saved is given up only where the notice that asks was answered so.',
    effect: { machine: 'reorder', action: 'clearMoves' },
    asked: [confirmed('reorder', 'failed', 'moves.discarded')],
  },
  {
    says: 'A move to another group that could not be saved is given up only where the notice that asks was answered so.',
    effect: { machine: 'transfer', state: 'transfer.done' },
    asked: [confirmed('transfer', 'failed', 'moves.discarded')],
    settled: [confirmed('transfer', 'saving', 'saveChange done')],
  },
  {
    says: 'What was being added before a reload is forgotten only where the notice that asks was answered so.',
    effect: { machine: 'resumedAddition', action: 'forget' },
    asked: [confirmed('resumedAddition', 'offered', 'addition.discarded')],
    settled: [{ ...confirmed('resumedAddition', 'locating', 'locate done'), guard: 'isSaved' }],
  },
]

const deletion = (machine: string, invoke: string, says: string): Statement => ({
  says,
  effect: { machine, invoke },
  asked: [confirmed(machine, 'confirming', 'deletion.confirmed')],
})

const administration: Statement[] = [
  deletion(
    'itemDeletion',
    'deleteItem',
    'An item is deleted only after the question on its screen was confirmed.',
  ),
  deletion(
    'resourceList',
    'deleteListed',
    'A row of a list is deleted only after the question was confirmed.',
  ),
  {
    says: 'Several rows are deleted or changed only after the question was confirmed.',
    effect: { machine: 'bulkChange', invoke: 'makeChange' },
    asked: [confirmed('bulkChange', 'confirming', 'bulk.confirmed')],
  },
  deletion(
    'pageRoutes',
    'deleteRoute',
    'A route or redirect is deleted only after the question was confirmed.',
  ),
  deletion(
    'submissions',
    'deleteSubmission',
    'What visitors have sent is deleted only after the question was confirmed.',
  ),
  deletion(
    'mediaFile',
    'deleteMediaFile',
    'A file of the library is deleted only after the question, which says where it is used, was confirmed.',
  ),
  {
    says: 'The texts of a file are given up only where both versions are shown and the other one is taken.',
    effect: { machine: 'mediaFile', action: 'clearDraft' },
    asked: [confirmed('mediaFile', 'unsaved.conflicting', 'draft.discarded')],
  },
  {
    says: 'A backup is restored only after its contents were shown and the restoration was confirmed.',
    effect: { machine: 'siteRestoration', invoke: 'restoreSite' },
    asked: [confirmed('siteRestoration', 'confirming', 'restoration.confirmed')],
  },
  {
    says: 'A screen with something unsaved is left only after the question was confirmed.',
    effect: { machine: 'leaveGuard', action: 'leave' },
    asked: [confirmed('leaveGuard', 'guarded.asking', 'leave.confirmed')],
    settled: [confirmed('leaveGuard', 'guarded.asking', 'changes.settled')],
  },
  {
    says: 'What is entered into an item is discarded only after the question was confirmed.',
    effect: { machine: 'resourceItem', action: 'clearDraft' },
    asked: [confirmed('resourceItem', 'confirmingDiscard', 'discard.confirmed')],
  },
  {
    says: 'Changed settings are discarded only after the question was confirmed.',
    effect: { machine: 'settings', action: 'discard' },
    asked: [confirmed('settings', 'form.unsaved.confirmingDiscard', 'discard.confirmed')],
  },
  {
    says: 'A second factor is turned off, or its codes are replaced, only with a proof or after the question was confirmed.',
    effect: { machine: 'twoFactor', invoke: 'changeTwoFactor' },
    from: { twoFactor: 'twoFactor.on' },
    asked: [
      confirmed('twoFactor', 'proving', 'proof.submitted'),
      confirmed('twoFactor', 'confirmingRemoval', 'change.requested'),
    ],
  },
]

const deletes = ['delete.requested', 'deleteAll.requested']
const facts: Fact[] = [
  {
    machine: 'editMode',
    name: 'isDeletion',
    // A waiting action was confirmed before it began to wait.
    setBy: [{ action: 'setPendingAction', on: deletes }],
    clearedBy: [{ action: 'setPendingAction' }, { action: 'clearPendingAction' }],
  },
  ...['itemDeletion', 'bulkChange'].map((machine) => ({
    machine,
    name: 'isConfirmed',
    setBy: [{ action: 'setConfirmed' }],
    clearedBy: [],
  })),
  {
    machine: 'resourceList',
    name: 'isDeleting',
    setBy: [{ action: 'setDeleted' }],
    clearedBy: [{ action: 'clearDeleted' }],
  },
  {
    machine: 'submissions',
    name: 'isDeleting',
    setBy: [{ action: 'setDeleted' }],
    clearedBy: [{ action: 'clearTask' }],
  },
  {
    machine: 'pageRoutes',
    name: 'isDeleting',
    setBy: [{ action: 'setTask(delete)' }],
    clearedBy: [{ action: 'setTask' }],
  },
]

const exempt = (machine: string, actions: readonly string[], because: string): Exemption[] =>
  actions.map((action) => ({ effect: { machine, action }, because }))

const exemptions: Exemption[] = [
  ...exempt(
    'siteRestoration',
    ['discardUpload'],
    'The uploaded copy is removed; the backup itself stays with its owner.',
  ),
  ...exempt(
    'uploadQueue',
    ['discard'],
    'The notice about interrupted files asks whether to send or discard them; the files stay where they were picked.',
  ),
  ...exempt(
    'pageRoutes',
    ['setTask(delete)'],
    'It notes what is sent again once the session is renewed.',
  ),
  ...exempt('announcer', ['removeUnsaved'], 'It only stops announcing that something is unsaved.'),
  ...exempt(
    'notifications',
    ['removeHold', 'remove'],
    'A notice that was read is closed; the list of past ones keeps it.',
  ),
  ...exempt(
    'pastNotifications',
    ['remove'],
    'The user takes a past notice off the list; it holds nothing else.',
  ),
  ...exempt('requestTracker', ['remove'], 'A request has ended.'),
  ...exempt(
    'field',
    ['removeFile'],
    'The upload that was just picked is canceled; the stored file stays.',
  ),
  ...exempt(
    'field',
    ['revertValue'],
    'It follows an answer of `saveRefusal`, about which a statement is proven.',
  ),
  ...exempt(
    'pendingEdits',
    ['raiseRemoved', 'sendRemoved', 'emitRemoved'],
    'They tell that something is gone already.',
  ),
  ...exempt('pendingEdits', ['dropField'], 'The field has ended: its value is saved or given up.'),
  ...exempt('pendingMoves', ['removeTransfer'], 'The transfer has ended: it is saved or given up.'),
  ...exempt('pickedFile', ['removeWaiting'], 'A file that was waiting is read now.'),
  ...exempt('reorder', ['removeFirstMove'], 'The move is saved.'),
  ...exempt(
    'waitingActions',
    ['removeOutdated', 'removeAction', 'removeRunning'],
    'Actions that ran, or that the user takes off the list of those that wait, change nothing any more.',
  ),
  ...exempt(
    'liveUpdates',
    ['removeResource'],
    'Somebody else has deleted it; what was typed into it is kept.',
  ),
  ...exempt('form', ['removeEntry'], 'An entry that a visitor has added to an unsent form.'),
  ...exempt('navigation', ['removeGuard'], 'The screen has ended, and its guard with it.'),
  ...exempt('multipleSelection', ['remove'], 'It only changes what is selected.'),
  {
    effect: { machine: 'uploadQueue', invoke: 'forgetOnStop' },
    because: 'Files that are kept for a reload are forgotten when one signs out, which asks.',
  },
  {
    effect: { machine: 'presence', invoke: 'leaveOnStop' },
    because: 'It tells others that nobody edits here any more.',
  },
  {
    effect: { machine: 'resourceItem', invoke: 'leaveGuard' },
    because: 'It is the guard that asks.',
  },
  { effect: { machine: 'settings', invoke: 'leaveGuard' }, because: 'It is the guard that asks.' },
  {
    effect: { machine: 'auth', invoke: 'signOut' },
    because: 'Edit mode requests it once nothing is at stake, about which statements are proven.',
  },
  {
    effect: { machine: 'auth', action: 'emitSignOutFailed' },
    because: 'It tells that one is still signed in.',
  },
]

/** All that is stated about the machines of this site. */
export const guardedEffects: Statements = {
  statements: [...editing, ...administration],
  facts,
  exemptions,
}
