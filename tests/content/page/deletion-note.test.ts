import { expect, test } from 'vitest'
import { deletionNote } from '#content/page/deletion-note.ts'

test.each([
  [{ count: 1, isPublic: true, pageCount: 1 }, 'Visitors see at once that it is gone.'],
  [{ count: 1, isPublic: true, pageCount: null }, 'Visitors see at once that it is gone.'],
  [{ count: 1, isPublic: true, pageCount: 9 }, 'Visitors see at once that it is gone, on 9 pages.'],
  [{ count: 2, isPublic: true, pageCount: 1 }, 'Visitors see at once that they are gone.'],
  [{ count: 1, isPublic: false, pageCount: 9 }, 'It is part of 9 pages.'],
  [{ count: 2, isPublic: false, pageCount: 9 }, 'They are part of 9 pages.'],
  [{ count: 1, isPublic: false, pageCount: 1 }, ''],
])('%j: %s', (reach, note) => expect(deletionNote(reach)).toBe(note))
