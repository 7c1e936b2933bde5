/** Finds the pictures of texts, and says which addresses and attributes they may have. */
import { expect, test } from 'vitest'
import { lacksAltText, lacksOwnAltText } from '#content/pictures/alt-text.ts'
import { isPictureAttribute } from '#content/pictures/picture-address.ts'
import { hasPicture, lacksDescription, libraryFilesIn } from '#content/pictures/pictures-in-html.ts'

const fileOf = (name: string, version = name) =>
  `/_api/_/media_objects/${name}/download/file/${version}`
const goat = fileOf('goat-0123abcd.webp')

test.each([
  ['src', goat],
  ['src', fileOf('goat-0123abcd.webp', 'goat-0123abcd.w480.webp')],
  ['src', 'https://a.test/b.png?c=d'],
  ['srcset', `${goat} 480w`],
  ['srcset', `${goat} 480w, https://a.test/b.png 960w`],
  ['width', '480'],
  ['loading', 'lazy'],
  ['alt', 'javascript:'],
])('a picture may have %s=%j', (name, value) => {
  expect(isPictureAttribute(name, value)).toBe(true)
})

test.each([
  ['src', ''],
  ['src', '/about'],
  ['src', '/_api/users/1'],
  ['src', `${goat}?download=true`],
  ['src', `${goat}/../../../../../users/1`],
  ['src', `//a.test${goat}`],
  ['src', 'http://a.test/b.png'],
  ['src', 'https:/b.png'],
  ['src', 'data:image/png;base64,AAAA'],
  ['src', ' javascript:evil()'],
  ['srcset', ''],
  ['srcset', goat],
  ['srcset', `${goat} 2x`],
  ['srcset', `${goat} 480w, /about 960w`],
  ['srcset', `${goat} 480w,${goat} 960w`],
  ['height', '50%'],
  ['width', '-1'],
  ['loading', 'eager'],
])('a picture may not have %s=%j', (name, value) => {
  expect(isPictureAttribute(name, value)).toBe(false)
})

test('the files of a text are those of its pictures in all versions, once each and in order', () => {
  const html =
    `<p>a</p><img alt="" src="${fileOf('two-1.png')}"><img src="${goat}" srcset="${fileOf('three-1.png')} 1w">` +
    `<a href="${fileOf('four-1.png')}">b</a><p>src="${fileOf('five-1.png')}"</p><img src="${fileOf('two-1.png')}">`
  expect(libraryFilesIn(html)).toEqual(['two-1.png', 'goat-0123abcd.webp', 'three-1.png'])
  expect(libraryFilesIn('')).toEqual([])
})

test('a description that ends like an address is none', () => {
  const html = `<img alt="a src=" src="${goat}"><img alt="srcset=" srcset="${fileOf('two-1.png')} 1w">`
  expect(libraryFilesIn(html)).toEqual(['goat-0123abcd.webp', 'two-1.png'])
  expect(libraryFilesIn(`<img alt="src=${fileOf('three-1.png')}">`)).toEqual([])
})

test('a picture of a text lacks a description unless it has one, or needs none', () => {
  const cases = [`<img src="${goat}">`, `<img src="${goat}" alt="">`, `<img alt="a" src="${goat}">`]
  expect(cases.map(lacksDescription)).toEqual([true, false, false])
  expect(lacksDescription(`${cases[1]}<p>alt=""</p>${cases[0]}`)).toBe(true)
  expect([...cases, '<p>&lt;img </p>'].map(hasPicture)).toEqual([true, true, true, false])
})

test('a component with such a picture in its text lacks an alternative text, but is no such picture itself', () => {
  const fields = { html: { label: 'Text', format: 'html', schema: null as never } } as const
  const text = (html: string) => ({
    '@id': '/component/html_contents/1',
    '@type': 'HtmlContent',
    html,
    _metadata: { persisted: true },
  })
  expect(lacksAltText(text(`<img src="${goat}">`), fields)).toBe(true)
  expect(lacksOwnAltText(text(`<img src="${goat}">`), fields)).toBe(false)
  expect(lacksAltText(text('<p>a</p>'), fields)).toBe(false)
})
