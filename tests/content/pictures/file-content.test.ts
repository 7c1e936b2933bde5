import { expect, test } from 'vitest'
import { fileOf, isFileContent, withFileName } from '#content/pictures/file-content.ts'

test('a file has the bytes, the name and the type of its content', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  const content = `data:image/png;name=Ä goat.png;base64,${btoa(String.fromCharCode(...bytes))}`
  expect(isFileContent(content)).toBe(true)
  const file = fileOf(content)
  expect([file.name, file.type]).toEqual(['Ä goat.png', 'image/png'])
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
})

test('a name is kept without the characters that end it, and is not too long', () => {
  const nameIn = (name: string) => fileOf(withFileName('data:image/png;base64,eA==', name)).name
  expect(nameIn('goat; brown, small.png')).toBe('goat  brown  small.png')
  expect(nameIn(`${'g'.repeat(200)}.png`)).toBe(`${'g'.repeat(96)}.png`)
})

test.each([
  null,
  '',
  '/_/media_objects/goat',
  'data:image/png;base64,eA==',
  'data:text/plain,a',
  5,
])('%j is not the content of a file of the disk', (value) =>
  expect(isFileContent(value)).toBe(false),
)
