/** Tests conditional requests: `If-Match` with its strong comparison, `If-None-Match` with its weak one. */
import { describe, expect, test } from 'vitest'
import { expectedEtagsIn, hasCurrentVersion } from '#server/http/conditional-request.ts'

describe('If-Match expects', () => {
  test.each<[string | undefined, readonly string[] | null]>([
    [undefined, null],
    ['', null],
    ['*', null],
    ['"a.1"', ['"a.1"']],
    ['"a.1","b.2"', ['"a.1"', '"b.2"']],
    ['  "a.1" ,  "b.2"  ', ['"a.1"', '"b.2"']],
    ['"a.1", *', null],
    ['"*"', ['"*"']],
    ['W/"a.1"', []],
    ['W/"a.1", "b.2"', ['"b.2"']],
  ])('%s: %j', (ifMatch, expected) => {
    expect(expectedEtagsIn(ifMatch)).toEqual(expected)
  })

  test.each(['nonsense', 'a.1', '"', ', , ,'])('no version of ours for %s', (ifMatch) => {
    expect(expectedEtagsIn(ifMatch)).not.toBeNull()
    expect(expectedEtagsIn(ifMatch)).not.toContain('"a.1"')
  })
})

describe.each(['"a.1"', 'W/"a.1"'])('If-None-Match and a resource with the ETag %s', (etag) => {
  test.each(['"a.1"', 'W/"a.1"', '*', '"b.2","a.1"', '"b.2" , W/"a.1"', '"b.2", *'])(
    'has the version for %s',
    (ifNoneMatch) => {
      expect(hasCurrentVersion(ifNoneMatch, etag)).toBe(true)
    },
  )

  test.each([undefined, '', '"b.2"', 'W/"b.2"', 'a.1', 'w/"a.1"', '"a.1', '"*"', '"a"', ','])(
    'lacks the version for %s',
    (ifNoneMatch) => {
      expect(hasCurrentVersion(ifNoneMatch, etag)).toBe(false)
    },
  )
})
