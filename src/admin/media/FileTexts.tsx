import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { textsOf } from '#content/pictures/media-file-draft.ts'
import { isUnsaved, selectDraft, selectFile } from '#machines/admin/media-file.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { languageLabel, languages } from './languages.ts'
import type { MediaFileProps } from './media-file-props.ts'
import styles from './MediaFileScreen.module.css'

/** Edits the name of a file, its tags and its alternative texts. What is typed is saved shortly after. */
export function FileTexts({ mediaFileRef }: MediaFileProps) {
  const file = useSelector(mediaFileRef, selectFile)!
  const { name, tags } = textsOf(file, useSelector(mediaFileRef, selectDraft))
  const unsaved = useSelector(mediaFileRef, isUnsaved)
  return (
    <div className={styles.fields} onBlur={() => mediaFileRef.send({ type: 'texts.left' })}>
      <TextField
        label="Name"
        value={name}
        maxLength={255}
        onChange={(text) => mediaFileRef.send({ type: 'texts.changed', changes: { name: text } })}
      />
      <TextField
        label="Tags"
        hint="Separate them by commas."
        value={tags}
        onChange={(text) => mediaFileRef.send({ type: 'texts.changed', changes: { tags: text } })}
      />
      <AlternativeTexts mediaFileRef={mediaFileRef} />
      <p role="status" className={styles.status}>
        {unsaved ? 'Not saved yet' : 'Saved'}
      </p>
    </div>
  )
}

/** Moves the focus to the field of a language that was just chosen, once that is there. */
const focusField = (inputEl: HTMLInputElement | null) => inputEl?.focus()

function AlternativeTexts({ mediaFileRef }: MediaFileProps) {
  const file = useSelector(mediaFileRef, selectFile)!
  const { alternativeTexts } = textsOf(file, useSelector(mediaFileRef, selectDraft))
  const change = (language: string, text: string) =>
    mediaFileRef.send({
      type: 'texts.changed',
      changes: { alternativeTexts: { [language]: text } },
    })
  const [added, setAdded] = useState<string>()
  const missing = languages.filter((language) => !Object.hasOwn(alternativeTexts, language))
  return (
    <>
      <h2 className={styles.subheading}>Alternative texts</h2>
      <p>Say what the picture shows, for people who do not see it.</p>
      {Object.entries(alternativeTexts).map(([language, text]) => (
        <TextField
          key={language}
          label={languageLabel(language)}
          ref={language === added ? focusField : undefined}
          lang={language}
          value={text}
          maxLength={1000}
          onChange={(entered) => change(language, entered)}
        />
      ))}
      <Select
        label="Add a text in another language"
        value=""
        options={[
          { value: '', label: 'Choose a language' },
          ...missing.map((language) => ({ value: language, label: languageLabel(language) })),
        ]}
        onChange={(language) => {
          setAdded(language)
          change(language, '')
        }}
      />
    </>
  )
}
