import { useSelector } from '@xstate/react'
import { type ComponentProps, type ReactNode, useDeferredValue, useId } from 'react'
import type { SettingOutcome } from '#content/settings/setting-outcomes.ts'
import { type SettingProblem, findSettingProblem } from '#content/settings/setting-problems.ts'
import {
  type SettingValue,
  changedKeys,
  storedValueOf,
  valueOf,
} from '#content/settings/settings-draft.ts'
import { settingLabels } from '#content/settings/setting-groups.ts'
import { type MediaFile, versionsOfFile } from '#content/pictures/media-library.ts'
import { selectDraft, selectOutcomes } from '#machines/admin/settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { PictureChoice } from '../PictureChoice.tsx'
import type { SettingProps } from './settings-props.ts'
import styles from './SettingsScreen.module.css'

interface TextSettingProps extends SettingProps {
  /** Set for a text of several lines, which is code. */
  rows?: number
  placeholder?: string
  /** Texts that are offered; any other can be typed. */
  suggestions?: readonly Suggestion[]
}

interface Suggestion {
  value: string
  label: string
}

/** Edits a text of the settings. */
export function TextSetting({ rows, placeholder, suggestions, ...setting }: TextSettingProps) {
  const { value, error, change } = useSetting(setting)
  const props = {
    label: settingLabels[setting.settingKey],
    hint: setting.hint,
    error,
    value: String(value),
    placeholder,
    onChange: change,
  }
  return (
    <SettingFrame {...setting}>
      {rows === undefined ? (
        <Field {...props} suggestions={suggestions} />
      ) : (
        <div className={styles.code}>
          <TextArea {...props} rows={rows} spellCheck={false} />
        </div>
      )}
    </SettingFrame>
  )
}

interface FieldProps extends Omit<ComponentProps<typeof TextField>, 'list' | 'autoComplete'> {
  suggestions: readonly Suggestion[] | undefined
}

function Field({ suggestions, ...props }: FieldProps) {
  const listId = useId()
  if (!suggestions) return <TextField {...props} autoComplete="off" />
  return (
    <>
      <TextField {...props} autoComplete="off" list={listId} />
      <datalist id={listId}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}

interface SelectSettingProps extends SettingProps {
  options: readonly Suggestion[]
}

/** Chooses one of several values. One that is stored but not offered is shown as it is. */
export function SelectSetting({ options, ...setting }: SelectSettingProps) {
  const { value, error, change } = useSetting(setting)
  const text = String(value)
  const isOffered = options.some((option) => option.value === text)
  return (
    <SettingFrame {...setting}>
      <Select
        label={settingLabels[setting.settingKey]}
        hint={setting.hint}
        error={error}
        value={text}
        options={isOffered ? options : [...options, { value: text, label: text }]}
        onChange={change}
      />
    </SettingFrame>
  )
}

/** Chooses a picture of the media library, whose address is the value. */
export function PictureSetting(setting: SettingProps) {
  const { value, error, change } = useSetting(setting)
  const src = String(value)
  return (
    <SettingFrame {...setting}>
      <PictureChoice
        label={settingLabels[setting.settingKey]}
        hint={setting.hint}
        error={error}
        isEmpty={src === ''}
        picture={src === '' ? undefined : { src }}
        onChoose={(file) => change(addressOf(file))}
        onRemove={() => change('')}
      />
    </SettingFrame>
  )
}

/** Returns the address of a file within the site. */
const addressOf = (file: MediaFile) =>
  new URL(versionsOfFile(file)[0]?.contentUrl ?? '', location.origin).pathname

/** Turns a setting on or off. */
export function SwitchSetting(setting: SettingProps) {
  const { value, error, change } = useSetting(setting)
  return (
    <SettingFrame {...setting}>
      <Checkbox
        label={settingLabels[setting.settingKey]}
        hint={setting.hint}
        error={error}
        checked={value === true}
        onChange={change}
      />
    </SettingFrame>
  )
}

/** Returns the value of a setting, the reason why it is not saved, and a function that changes it. */
function useSetting({ settingsRef, settingKey: key }: SettingProps) {
  const draft = useSelector(settingsRef, selectDraft)!
  const outcome = useSelector(settingsRef, selectOutcomes)[key]
  const value = valueOf(draft, key)
  // A long text is checked after what is typed is shown.
  const checked = useDeferredValue(value)
  const isChanged = changedKeys(draft).includes(key)
  const problem = isChanged ? findSettingProblem(key, checked) : null
  return {
    value,
    error: problem ? problemText(problem) : failureText(outcome),
    change: (changed: SettingValue) =>
      settingsRef.send({ type: 'setting.changed', key, value: changed }),
  }
}

const problemText = ({ message, position }: SettingProblem) =>
  position ? `Line ${position.line}, column ${position.column}: ${message}` : message

const failureText = (outcome: SettingOutcome | undefined) => {
  if (outcome?.status !== 'failed') return undefined
  const [violation] = outcome.failure.violations
  return `Not saved: ${violation?.message ?? outcome.failure.message}`
}

/** Shows with a setting what has become of it: that it is being saved, or that somebody else has changed it. */
function SettingFrame({ children, ...setting }: SettingProps & { children: ReactNode }) {
  const { settingsRef, settingKey: key, warning } = setting
  const draft = useSelector(settingsRef, selectDraft)!
  const status = statusOf(
    useSelector(settingsRef, selectOutcomes)[key],
    changedKeys(draft).includes(key),
  )
  return (
    <div className={styles.setting}>
      {children}
      {warning ? (
        <p className={styles.warning}>
          <Icon name="warning" />
          <span>{warning}</span>
        </p>
      ) : null}
      {status ? <p className={styles.status}>{status}</p> : null}
      {draft.conflicts.includes(key) ? <Conflict {...setting} /> : null}
    </div>
  )
}

const statusOf = (outcome: SettingOutcome | undefined, isChanged: boolean) => {
  if (outcome?.status === 'saving') return 'Saving…'
  // Its failure says so already.
  if (isChanged) return outcome?.status === 'failed' ? null : 'Not saved yet'
  return outcome?.status === 'saved' ? 'Saved' : null
}

/** Lets the user decide between the own value and the one that somebody else has saved meanwhile. */
function Conflict({ settingsRef, settingKey: key }: SettingProps) {
  const label = settingLabels[key]
  const draft = useSelector(settingsRef, selectDraft)!
  return (
    <div role="alert" className={styles.conflict}>
      <p>Somebody else has changed this meanwhile. Yours is not saved yet.</p>
      <dl className={styles.versions}>
        <dt>Yours</dt>
        <dd>{valueLabel(valueOf(draft, key))}</dd>
        <dt>Theirs</dt>
        <dd>{valueLabel(storedValueOf(draft, key))}</dd>
      </dl>
      <div className={styles.actions}>
        <Button
          aria-label={`Keep mine: ${label}`}
          onClick={() => settingsRef.send({ type: 'mine.kept', key })}
        >
          Keep mine
        </Button>
        <Button
          aria-label={`Take theirs: ${label}`}
          onClick={() => settingsRef.send({ type: 'theirs.taken', key })}
        >
          Take theirs
        </Button>
      </div>
    </div>
  )
}

const valueLabel = (value: SettingValue) => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === '' ? 'Empty' : value
}
