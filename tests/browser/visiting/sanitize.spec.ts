/** Checks the browser's HTML sanitizer against the server's list. happy-dom cannot run it. */
import { readFileSync } from 'node:fs'
import { allowedHtml } from '#content/model/allowed-html.ts'
import { expect, open, test } from '../support/fixtures.ts'

const manifest = () => {
  const file = new URL('../../../dist/client/.vite/visitor-manifest.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, { file: string }>
}

const hostile = [
  '<script>evil()</script>',
  '<img src=x onerror=evil()>',
  '<img src="javascript:evil()">',
  '<img src="data:image/svg+xml,<svg onload=evil()>">',
  '<img src="http://a.test/evil.png">',
  '<img src="https://a.test/b.png" srcset="//a.test/evil.png 2w" onload=evil()>',
  '<svg><script>evil()</script></svg>',
  '<svg onload=evil()>',
  '<math><mi//xlink:href="javascript:evil()">',
  '<a href="javascript:evil()">x</a>',
  '<a href="&#106;avascript:evil()">x</a>',
  '<a href=" java\tscript:evil()">x</a>',
  '<a href="data:text/html,<script>evil()</script>">x</a>',
  '<a href="vbscript:evil()">x</a>',
  '<p style="background:url(javascript:evil())">x</p>',
  '<p onclick=evil()>x</p>',
  '<iframe src="javascript:evil()"></iframe>',
  '<form action="javascript:evil()"><button>x</button></form>',
  '<template><script>evil()</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=evil()>">',
  '<style>@import "javascript:evil()"</style>',
  '<base href="javascript:evil()//">',
  '<details open ontoggle=evil()>x</details>',
  '<p id="main" class="bar" data-iri="/x" aria-current="true">x</p>',
]

const kept = [
  '<p>Plain <strong>words</strong>, <em>said</em> <code>so</code>.</p>',
  '<h2>Two</h2><ul><li>one</li><li>two</li></ul><ol start="3"><li>three</li></ol>',
  '<blockquote><p>Quoted</p></blockquote><pre><code>a &lt; b</code></pre><hr><p>a<br>b</p>',
  '<p><a href="/about">here</a> <a href="https://a.test/?q=1#x">there</a></p>',
  '<p>a</p><img src="/_api/_/media_objects/a-1.png/download/file/a-1.png" srcset="/_api/_/media_objects/a-1.png/download/file/a-1.w480.webp 480w" sizes="auto" width="600" height="400" alt="b" loading="lazy"><img src="https://a.test/b.png" alt="">',
  '<p><a href="mailto:a@b.test">mail</a> <a href="tel:+441">call</a> <a href="#part">part</a></p>',
]

test('HTML of a remote API loses everything executable and keeps the allowed elements', async ({
  newUser,
}) => {
  // Without the document's policy, which would stop what this must not let through.
  const visitor = await newUser({ bypassCSP: true })
  await visitor.route('https://a.test/**', (route) => route.fulfill({ contentType: 'image/png' }))
  await open(visitor, '/')
  const url = `/${manifest()['src/app/browser/sanitize-html.ts']!.file}`
  const cleaned = await visitor.evaluate(
    async ({ url, hostile, kept }) => {
      const { sanitizeHtml } = (await import(url)) as { sanitizeHtml: (html: string) => string }
      Object.assign(globalThis, { evil: () => (document.body.dataset['evil'] = 'done') })
      return [...hostile, ...kept].map((html) => {
        const clean = sanitizeHtml(html)
        const element = document.body.appendChild(document.createElement('div'))
        element.innerHTML = clean
        const tags = [...element.querySelectorAll('*')].map(({ localName }) => localName)
        const attributes = [...element.querySelectorAll('*')].flatMap((inner) =>
          inner.getAttributeNames(),
        )
        for (const link of element.querySelectorAll('a')) if (hostile.includes(html)) link.click()
        element.remove()
        return { html, clean, tags, attributes }
      })
    },
    { url, hostile, kept },
  )
  const allowed: readonly string[] = Object.values(allowedHtml.attributes).flat()
  for (const { html, clean, tags, attributes } of cleaned) {
    expect(clean, html).not.toMatch(/evil/)
    expect(
      tags.filter((tag) => !(allowedHtml.tags as readonly string[]).includes(tag)),
      html,
    ).toEqual([])
    expect(
      attributes.filter((name) => !allowed.includes(name)),
      html,
    ).toEqual([])
    if (kept.includes(html)) expect(clean).toBe(html)
  }
  expect(await visitor.locator('body').getAttribute('data-evil')).toBeNull()
})
