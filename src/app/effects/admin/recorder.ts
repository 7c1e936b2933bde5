/** Records what happens on this page, from when this is loaded on: when an administrator may ask for it. */
import type { AnyActorRef } from 'xstate'
import { type Recorder, createRecorder } from '#charts/record/recorder.ts'
import { privateNames, redactReport } from '#content/admin/redact-report.ts'

const recorders = new WeakMap<AnyActorRef, { recorder: Recorder; since: number }>()

/** Returns the recorder of the system of an actor, of which there is one, and the time from which on it records. */
export function recordingOf(actor: AnyActorRef) {
  const root = rootOf(actor)
  const known = recorders.get(root)
  if (known) return known
  const recorder = createRecorder({
    ignores: isViewer,
    names: privateNames,
    redactText: redactReport,
  })
  const begun = { recorder, since: Date.now() }
  recorders.set(root, begun)
  recorder.attach(root)
  return begun
}

export const rootOf = (actor: AnyActorRef): AnyActorRef =>
  actor._parent ? rootOf(actor._parent) : actor

const viewers: readonly (string | undefined)[] = ['machineViewer', 'eventSender', 'statelyStream']

/** The actors of the viewer of machines, and those of their views: all that they do is to show what others have done. */
const isViewer = (actor: AnyActorRef) => {
  const { logic, options } = actor as AnyActorRef & WithLogic
  return [logic, options.input?.logic].some((each) => viewers.includes(each?.id))
}

interface WithLogic {
  logic: { id?: string }
  options: { input?: { logic?: { id?: string } } | undefined }
}
