/** The effects of the `editorBuild` machine in the visitors' build. */
import type { EditorBuildEvent, ReloadTime } from '#machines/app/editor-build.ts'
import { sessionHint } from './session-hint.ts'

/** Milliseconds in which a second reload without a navigation is prevented, should the server know no user for the session. */
const cooldown = 10_000

const storageKey = 'editor-opened'

/** Reports that another tab has signed in, once this one is looked at again; returns a function that stops it. */
export const watchOtherTabs = (send: (event: EditorBuildEvent) => void) => {
  let wasHinted = sessionHint.read()
  const look = () => {
    const isHinted = sessionHint.read()
    if (isHinted && !wasHinted) send({ type: 'session.hinted' })
    wasHinted = isHinted
  }
  const stopped = new AbortController()
  const { signal } = stopped
  // Also when it is left: a hint that has gone until then is a new one afterwards.
  for (const type of ['focus', 'blur', 'pageshow']) addEventListener(type, look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  return () => stopped.abort()
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** True for a field that is not as the document has shown it. */
const isChanged = (field: Field) => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true
  return field.value !== field.defaultValue
}

/**
 * Resolves with the time at which nothing is lost by another document: later where something was typed or chosen, or where the
 * server has just sent this build again.
 */
export const findReloadTime = (): Promise<ReloadTime> => {
  const isRepeated = Date.now() - Number(sessionStorage.getItem(storageKey)) < cooldown
  const fields = document.querySelectorAll<Field>('input, textarea, select')
  return Promise.resolve(isRepeated || [...fields].some(isChanged) ? 'later' : 'now')
}

/**
 * Loads the document again, which the server sends with the editor's build to somebody who is signed in. Something that is typed
 * before it is there stops loading it, and is reported.
 */
export const openEditorBuild = (send: (event: EditorBuildEvent) => void) => {
  const ended = new AbortController()
  const keepTyped = () => {
    stop()
    send({ type: 'field.changed' })
  }
  addEventListener('input', keepTyped, { signal: ended.signal })
  sessionStorage.setItem(storageKey, `${Date.now()}`)
  location.reload()
  return () => ended.abort()
}
