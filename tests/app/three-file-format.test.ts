/** A field format that is in three files: its type and display, its rules in the API, and its control. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchCopy } from '../support/server/scratch-copy.ts'

const files = {
  field: 'content/model/field.ts',
  rules: 'server/store/types/field-formats.ts',
  control: 'src/editor/fields/field-controls.tsx',
}

let copy: Awaited<ReturnType<typeof createScratchCopy>>

beforeAll(async () => {
  copy = await createScratchCopy({})
})
afterAll(() => copy.dispose())

/** Returns the files in which the compiler finds an error. */
const filesWithErrors = async () => {
  const { stdout } = await copy.compile().catch((error: { stdout: string }) => error)
  return [
    ...new Set(
      Array.from(stdout.matchAll(/^\S*troupe-copy-[^/]+\/(\S+)\(\d/gm), ([, file]) => file),
    ),
  ].toSorted()
}

// The compiler checks the whole project twice.
test(
  'is asked for by the compiler in the API and in the editor, and nowhere else',
  { timeout: 180_000 },
  async () => {
    await copy.edit(files.field, '  number: number\n', '  number: number\n  color: string\n')
    const traits =
      "  color: { presentation: 'text', comparison: 'value', isCopiedAsText: false, reference: null },\n"
    await copy.edit(files.field, '  number: { pres', `${traits}  number: { pres`)
    expect(await filesWithErrors()).toEqual([files.rules, files.control])
    await copy.edit(files.rules, '  number: {', '  color: { toProperty: toValue },\n  number: {')
    const control = '  color: (props) => <TextField {...textProps(props)} />,\n'
    await copy.edit(files.control, '  number: (', `${control}  number: (`)
    expect(await filesWithErrors()).toEqual([])
  },
)
