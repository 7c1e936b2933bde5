/** Checks the architecture: the direction of imports, where effects are provided, and the contents of the bundles. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate'
import { getStateNodes } from 'xstate/graph'
import { isStub } from '#machines/declare-effects.ts'
import { guardDescriptionsOf } from '../charts/model/guard-model.ts'
import { generatedTests } from '../scripts/support/generated-tests.mjs'
import { seed } from './support/seed.ts'
import { requireBuild } from './support/server/server-process.ts'

/** The imports that each folder is allowed: the first matching pattern applies. Type imports count, too. */
const rules: [file: RegExp, allowed: RegExp][] = [
  // Schemas of what comes from the clipboard or the storage of the browser; loaded with the editor only.
  [
    /^content\/(clipboard\/clipboard-document|(.+\/)?remembered-[a-z]+)\.ts$/,
    /^content\/|^valibot$/,
  ],
  // XML is checked in the browser while it is typed, and on the server before it is stored.
  [/^content\/xml\//, /^content\/|^saxes$/],
  // Of libraries, only pure functions and types.
  [/^content\//, /^content\/|^(dequal\/lite|regexparam|@standard-schema\/spec)$/],
  // The viewer of machines holds what it shows, as the types of charts have it.
  [
    /^machines\/admin\/machine-viewer\.ts$/,
    /^(machines|content|charts\/(live|layout|model))\/|^xstate$/,
  ],
  // What is stated about machines has the form of a proof.
  [/^machines\/guarded-effects\.ts$/, /^charts\/prove\/statement\.ts$/],
  [/^machines\//, /^(machines|content)\/|^xstate$/],
  // Charts of any machine know nothing of this site.
  [
    /^charts\//,
    /^charts\/|^(xstate|@xstate\/graph|@statelyai\/inspect|prettier|typescript\/unstable\/sync|elkjs\/lib\/elk(-api|\.bundled)\.js|react|react-dom(\/(server|client))?|node:.+)$/,
  ],
  [/^src\/api\//, /^(src\/api|content)\/|^ky$/],
  [/^src\/resources\//, /^(src\/resources|content)\/|^(react|alien-signals|dequal)(\/|$)/],
  [
    /^src\/ui\//,
    /^src\/ui\/|^content\/memoize-async\.ts$|^(react|react-dom)(\/|$)|^framer-motion\/dom\/mini$/,
  ],
  // Shared by the editor and the admin area, each of which loads it with its own code.
  [/^src\/comparison\//, /^src\/comparison\/|^(react|diff)(\/|$)/],
  // Loaded by the viewer of machines alone.
  [
    /^src\/app\/effects\/admin\/((machine-viewer|event-sender|stately-stream)-effects|chart-(export|files|layout-engine)|followed-window|recorded-file|recorder|report-file|shared-system|window-channel)\.ts$/,
    /^(machines|content|charts)\/|^src\/app\/(effects\/admin|browser)\/|^(xstate|@statelyai\/inspect)$|^elkjs\/lib\/elk-(api\.js|worker\.min\.js\?url)$/,
  ],
  [
    /^src\/admin\/machines\//,
    /^(src\/(admin|views|ui|app\/shell\/app-context)|machines|content|charts)[/.]|^(react|xstate|@xstate\/react)$|^src\/app\/(shell\/use-view-actor|effects\/admin\/((machine-viewer|event-sender|stately-stream)-effects|chart-files))\.ts$/,
  ],
  // Only in the visitors' build, where Preact takes the place of React.
  [
    /^src\/app\/browser\/hydrate-page\.visitor\.ts$/,
    /^src\/app\/browser\/hydrate-page\.ts$|^(preact|react|react-dom)(\/|$)/,
  ],
  [
    /^src\/(app|entry-)/,
    /^(src|machines|content|site)\/|^(react|react-dom|xstate|@xstate\/react|alien-signals|ky|wouter|dequal|dompurify|framer-motion)(\/|$)/,
  ],
  [
    /^src\/views\//,
    /^(src\/(views|resources|ui|app\/shell\/app-context)|machines|content)[/.]|^(react|xstate|@xstate\/react|wouter)(\/|$)|^src\/app\/(shell\/use-view-actor|browser\/logger|effects\/(account|form|collection|sign-in-steps)-effects)\.ts$/,
  ],
  [
    /^src\/admin\//,
    /^(src\/(admin|comparison|views|resources|ui|app\/shell\/app-context)|machines|content)[/.]|^(react|react-dom|xstate|@xstate\/react|@tanstack\/react-virtual|wouter|uqr)(\/|$)|^src\/app\/(shell\/use-view-actor|effects\/(admin\/[\w-]+|media-library-effects))\.ts$/,
  ],
  [
    /^src\/editor\//,
    /^(src\/(editor|comparison|views|resources|ui|app\/shell\/app-context)|machines|content)[/.]|^(react|react-dom|xstate|@xstate\/react|wouter|dequal|diff|@dnd-kit\/core|prosemirror-.+|@floating-ui\/dom)(\/|$)|^src\/app\/(shell\/use-view-actor|effects\/(admin\/submissions|editing\/(page-(count|search)|picked-file|publication-end)|media-library)-effects)\.ts$/,
  ],
  [
    /^site\/(.+\/kind|kinds|forms)\.ts$|^site\/forms\//,
    /^content\/|^site\/(.+\/kind|kinds)\.ts$|^site\/forms\/|^valibot$/,
  ],
  [
    /^site\/(.+\/editor\.tsx|editors\.ts)$/,
    /^(site|content|src\/(views|ui|editor))\/|^(react|prosemirror-.+)(\/|$)/,
  ],
  [/^site\//, /^(site|content|src\/(views|ui))\/|^react(\/|$)/],
  [
    /^server\/render\//,
    /^(server|content)\/|^index\.html$|^src\/entry-server\.tsx$|^site\/kinds\.ts$|^(hono|@hono\/node-server|node:.+|vite)(\/|$)/,
  ],
  // The store, accounts, files and the audit log do not speak HTTP: they throw errors of the domain.
  [
    /^server\/store\//,
    /^server\/store\/|^server\/(domain-errors|auth\/viewer|audit\/(actor|content-audit)|users\/name-keys|startup\/startup-error)\.ts$|^content\/|^site\/(.+\/kind|kinds|forms)\.ts$|^(node:.+|kysely|libsql|pg|htmlparser2|sanitize-html|valibot|@standard-schema\/spec|p-limit)(\/|$)/,
  ],
  [
    /^server\/(users|media|forms|auth|mail|audit)\//,
    /^server\/(users|media|forms|auth|mail|audit|store)\/|^server\/(domain-errors|log)\.ts$|^content\/|^(node:.+|kysely|nodemailer|valibot|@standard-schema\/spec|p-limit|otpauth|sharp)(\/|$)/,
  ],
  [
    /^server\//,
    /^(server|content)\/|^site\/(.+\/kind|kinds|forms)\.ts$|^(node:.+|hono|@hono\/node-server|kysely|libsql|pg|htmlparser2|sanitize-html|valibot|@valibot\/to-json-schema|@standard-schema\/spec|p-limit|nodemailer|otpauth|prom-client|sharp)(\/|$)/,
  ],
]

const sources = import.meta.glob<string>(
  '../{content,machines,charts,src,site,server}/**/*.{ts,tsx,css}',
  { query: '?raw', import: 'default', eager: true },
)
const files = Object.entries(sources).map(([path, source]) => ({
  file: path.slice('../'.length),
  source,
}))
const code = files.filter(({ file }) => !file.endsWith('.css'))

const tests = import.meta.glob<string>('./**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('generated tests are reproducible: the seed is their only source of randomness', () => {
  expect(fc.readConfigureGlobal().seed).toBe(seed)
  const random = Object.entries(tests).filter(
    ([path, source]) => path !== './architecture.test.ts' && /Math\.random\(/.test(source),
  )
  expect(random.map(([path]) => path)).toEqual([])
})

test('the soak runs every test that takes the seed', () => {
  const seeded = Object.entries(tests).flatMap(([path, source]) =>
    path !== './architecture.test.ts' &&
    /\.(test|spec)\./.test(path) &&
    /\/(seed|bad-requests)\.ts'|'fast-check'/.test(source)
      ? [path.replace('./', 'tests/')]
      : [],
  )
  expect(seeded).toContain('tests/contract/http/bad-requests.test.ts')
  expect(generatedTests()).toEqual(seeded.toSorted())
})

const importPattern =
  /(?:^(?:import|export)\b[^'"]*\bfrom\s*|^import\s*|\bimport\(\s*)['"]([^'"]+)['"]/gm
const targetsOf = (file: string, source: string) =>
  [...source.matchAll(importPattern)].map(([, target = '']) =>
    target.startsWith('.')
      ? new URL(target, `file:///${file}`).pathname.slice(1)
      : target.replace(/^#/, ''),
  )

/** Returns each chain of imports that leads back to its first file. */
const circlesIn = (imports: ReadonlyMap<string, readonly string[]>) => {
  const circles: string[][] = []
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file])
    else if (!done.has(file)) {
      for (const target of imports.get(file) ?? []) follow(target, [...path, file])
      done.add(file)
    }
  }
  for (const file of imports.keys()) follow(file, [])
  return circles
}

describe('imports', () => {
  // The linter finds circles, too, except those through `import()`.
  test('form no circle, those of types and of code that is loaded later included', () => {
    const imports = new Map(code.map(({ file, source }) => [file, targetsOf(file, source)]))
    expect(circlesIn(imports)).toEqual([])
  })

  test('that form a circle are found', () => {
    const imports = new Map([
      ['a.ts', ['b.ts', 'c.ts']],
      ['b.ts', []],
      ['c.ts', ['d.ts']],
      ['d.ts', ['c.ts', 'b.ts']],
    ])
    expect(circlesIn(imports)).toEqual([['c.ts', 'd.ts', 'c.ts']])
  })

  test.each(code)('$file imports only what its folder is allowed to', ({ file, source }) => {
    const rule = rules.find(([pattern]) => pattern.test(file))
    expect(rule, 'no rule applies to this file').toBeDefined()
    expect(targetsOf(file, source).filter((target) => !rule![1].test(target))).toEqual([])
  })

  test('are found in all their forms', () => {
    expect(
      targetsOf(
        'machines/a.ts',
        "import { b } from './b.ts'\nimport type { C } from '#content/c.ts'",
      ),
    ).toEqual(['machines/b.ts', 'content/c.ts'])
    expect(targetsOf('a.ts', "import './a.css'\nconst b = import('xstate')")).toEqual([
      'a.css',
      'xstate',
    ])
  })
})

describe('conventions', () => {
  const filesMatching = (pattern: RegExp, isIncluded: (file: string) => boolean) =>
    code
      .filter(({ file, source }) => isIncluded(file) && pattern.test(source))
      .map(({ file }) => file)

  test('only src/app/effects provides effects to machines', () => {
    expect(
      filesMatching(
        /\.provide\(/,
        // A replay gives machines what was recorded of their effects.
        (file) =>
          !/^src\/app\/effects\/((editing|admin)\/)?[\w-]+-effects\.ts$|^charts\/replay\//.test(
            file,
          ),
      ),
    ).toEqual([])
  })

  test('actors emit events and listen to one another; they do not send to their parent or look up other actors', () => {
    expect(filesMatching(/\bsendParent\b/, () => true)).toEqual([])
    expect(
      filesMatching(
        /\bsystem\.get\(/,
        (file) => !/^(machines\/actor-listener|src\/app\/.+|src\/entry-client)\.tsx?$/.test(file),
      ),
    ).toEqual([])
  })

  test('effects send requests only, and each to the actor that handles it', () => {
    const sent = code
      .filter(({ file }) => file.startsWith('src/app/effects/'))
      .flatMap(({ source }) =>
        [...source.matchAll(/(\w+?)Ref\??\.send\(\{\s*type: '([^']+)'/g)].map(
          ([, ref, type]) => `${ref}: ${type}`,
        ),
      )
    expect([...new Set(sent)].toSorted()).toEqual([
      'changeQueue: change.requested',
      'dialogs: dialog.opened',
      'errorPage: view.requested',
      'itemDialog: item.dismissed',
      'navigation: guard.added',
      'navigation: guard.removed',
      'navigation: navigation.requested',
      'notifications: notification.added',
      'notifications: notification.dismissed',
      'renewal: renewal.requested',
      'requestTracker: request.finished',
      'requestTracker: request.started',
      'runningDialogs: dialog.withdrawn',
      'sessionRenewal: renewal.requested',
    ])
  })

  test('IRIs and the resources that they name are narrowed by guards, never asserted', () => {
    const named = 'Iri|Resource|Route|Page|PageData|Layout|Component(?:Group|Position)?'
    const assertion = new RegExp(`\\bas (?:Partial<)?(?:\\w*Iri|${named})\\b`)
    expect('read(iri) as ComponentPosition | undefined').toMatch(assertion)
    expect("value as Iri<'PAGE'>[]").toMatch(assertion)
    expect(filesMatching(assertion, () => true)).toEqual([])
  })

  test('machines and components do not catch errors: failures are states', () => {
    const isMachineOrComponent = (file: string) =>
      file.startsWith('machines/') || file.endsWith('.tsx')
    expect(filesMatching(/\btry \{/, isMachineOrComponent)).toEqual([])
  })

  test('ky carries every request of the browser, but the stream of the hub and uploads, whose progress a fetch does not report', () => {
    const request = /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\(/
    for (const source of ['await fetch(url)', 'globalThis.fetch(url)', 'new XMLHttpRequest()'])
      expect(source).toMatch(request)
    expect('prefetch(url)').not.toMatch(request)
    // The service worker (src/service-worker.js) answers requests of the page; it is no code of the page.
    expect(filesMatching(request, (file) => !file.startsWith('server/'))).toEqual([
      'src/api/hub.ts',
      'src/api/upload-file.ts',
    ])
    expect(filesMatching(/from 'ky'/, () => true)).toEqual([
      'src/api/builds.ts',
      'src/api/client.ts',
      'src/api/files.ts',
      'src/api/streamed-request.ts',
    ])
  })

  test('code that cannot be loaded is handled where it is awaited, and lazy views are retried', () => {
    // The bundler moves what follows into the call that loads the stylesheets, so that it does not catch their failure.
    const chained = /\bimport\(\s*['"][^'"]+['"],?\s*\)\s*\.\s*(?:then|catch|finally)\b/
    for (const source of [
      "import('./a.ts').then((loaded) => loaded.A, () => null)",
      "import('./a.ts')\n  .catch(() => null)",
    ])
      expect(source).toMatch(chained)
    expect("const load = () => import('./a.ts')").not.toMatch(chained)
    expect("(await import('./a.ts')).then").not.toMatch(chained)
    expect(filesMatching(chained, () => true)).toEqual([])
    // React remembers for good that a lazy component could not be loaded.
    const lazy = /import \{[^}]*\blazy\b[^}]*\} from 'react'/
    expect("import { Suspense, lazy } from 'react'").toMatch(lazy)
    // The entry has a smaller one, so that visitors do not load the code that tries again.
    expect(filesMatching(lazy, () => true)).toEqual([
      'src/app/lazy/lazy-optional.tsx',
      'src/ui/lazy/lazy-view.tsx',
    ])
  })

  test('components neither fetch nor match machine states', () => {
    const isView = (file: string) => /^(src\/(views|editor|ui)|site)\//.test(file)
    expect(filesMatching(/\bfetch\(|\.matches\(\{?['"]/, isView)).toEqual([])
  })

  test('state belongs to actors: no module of src has a variable or a collection that changes', () => {
    /** Not read while rendering: what belongs to a system is found by it, and the logic is the same for all. */
    const exceptions = [
      // A recorder, and a report, belong to the system or the actor by which they are found.
      'src/app/effects/admin/problem-report-effects.ts',
      'src/app/effects/admin/recorder.ts',
      // Creating the app's logic is a task of its own at the start of the browser.
      'src/app/effects/app-effects.ts',
      // Effects find what belongs to their system by it.
      'src/app/effects/media-saves.ts',
      'src/app/services/prefetch-cache.ts',
      'src/app/services/services.ts',
      // All that finds, measures or follows an element shares what was found last, one range and one watch, since each of them
      // costs at every change.
      'src/editor/dom/follow-element.ts',
      'src/editor/dom/hit-test.ts',
      'src/editor/dom/overlay-layer.ts',
      'src/editor/dom/range-around.ts',
      // All components of a page share one subscription of an actor, since each of them costs at every event.
      'src/editor/hooks/use-context-value.ts',
      // A block of a text never changes, so its HTML is made once.
      'src/editor/rich-text/schema/html.ts',
    ]
    const declaration = /^(?:export )?(?:let|var)\s/m
    const collection =
      /^(?:export )?const \w+\b(?!: readonly |: Readonly<).*? =\s(?:new (?:Weak)?(?:Map|Set)\b(?:<.*>)?\(\)|\[\]|\{\})$/m
    const stateful = new RegExp(`${declaration.source}|${collection.source}`, 'm')
    for (const source of [
      'let a = 1',
      'export let a: string | null = null',
      'const a = new Map<string, Set<number>>()',
      'export const a: Set<() => void> = new Set()',
      'const a = new WeakMap<object, string>()',
      'const a: string[] = []',
      'const a: Record<string, string> = {}',
    ])
      expect(source).toMatch(stateful)
    for (const source of [
      "const names = new Set(['a'])",
      'const none: readonly string[] = []',
      'const f = (options: Options = {}) => {\n  let a = 1\n}',
    ])
      expect(source).not.toMatch(stateful)
    expect(filesMatching(stateful, (file) => file.startsWith('src/'))).toEqual(exceptions)
  })

  test('HTML of the content is rendered by HtmlView and the rich-text editor only', () => {
    expect(filesMatching(/dangerouslySetInnerHTML|\.innerHTML\b/, () => true)).toEqual([
      // Reads the HTML of the page before it is hydrated, and sets none.
      'src/app/browser/read-page-state.ts',
      'src/editor/rich-text/RichTextEditor.tsx',
      // Prepares what is pasted in a document of its own, for the schema of the text.
      'src/editor/rich-text/paste/pasted-html.ts',
      // Reads the HTML of a document of the editor, and sets none.
      'src/editor/rich-text/schema/html.ts',
      'src/views/page/HtmlView.tsx',
    ])
  })

  test('comments cite public standards only, and no document that is not here', () => {
    const cited =
      /(?<!(?:RFC \d+|ISO\/IEC [\d-]+), )\bsections?[\s*/]+\d|\((?:api|spec\w*|behaviou?r|look),[\s*/]+\d/i
    for (const citation of [
      '(api, section 5)',
      '(api,\n * section 5)',
      '(spec, 2.1)',
      'in section 9',
    ])
      expect(citation).toMatch(cited)
    expect('(RFC 9110, section 8.8.3.2)').not.toMatch(cited)
    const ofProduct = code.map(({ file, source }) => [file, source] as const)
    const others = Object.entries(tests).filter(([path]) => path !== './architecture.test.ts')
    const citing = [...ofProduct, ...others].filter(([, source]) => cited.test(source))
    expect(citing.map(([file]) => file)).toEqual([])
  })

  test('comments begin with what a thing does or gives, not with a question word', () => {
    const question =
      /(?:\/\*\*?|\/\/)[\s*]+(?:(?:Wh(?:at|ere|o|om|ose|y|ether)(?:ever)?|How)\b|When\b[^,\n]*$)/m
    for (const comment of [
      '/** What is selected. */',
      '// Whether it is',
      '/**\n * Why it',
      '/* How',
    ])
      expect(comment).toMatch(question)
    expect('/** When it is published. */').toMatch(question)
    expect('// When it is closed, the focus returns.').not.toMatch(question)
    expect('/** Returns what is selected. */').not.toMatch(question)
    const tools = import.meta.glob(['../{bench,scripts}/**/*.{ts,mjs}', '../*.config.ts'])
    const asking = Object.keys({ ...sources, ...tests, ...tools }).filter((path) =>
      question.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
    )
    expect(asking).toEqual([])
  })

  test('file names are kebab-case or PascalCase, and site/index.ts is the only index file', () => {
    const misnamed = code
      .map(({ file }) => file)
      .filter((file) => {
        const name = file.slice(file.lastIndexOf('/') + 1)
        if (name === 'index.ts') return file !== 'site/index.ts'
        // A file that takes the place of another one in the visitors' build is named after it.
        return !/^([a-z0-9]+(-[a-z0-9]+)*(\.visitor)?|[A-Z]\w*)\.tsx?$/.test(name)
      })
    expect(misnamed).toEqual([])
  })
})

const machineFiles = import.meta.glob<Record<string, unknown>>('../machines/**/*.ts', {
  eager: true,
})
const machines = Object.entries(machineFiles).flatMap(([path, exported]) =>
  Object.values(exported)
    .filter((value): value is AnyStateMachine => value instanceof StateMachine)
    .map((machine) => ({ file: path.slice('../machines/'.length), machine })),
)

/** Returns the descriptions of the states and the guards of a machine. */
const descriptionsOf = (machine: AnyStateMachine) => [
  ...[machine.root, ...getStateNodes(machine.root)].flatMap(({ description }) => description ?? []),
  ...Object.values(guardDescriptionsOf(machine)),
]

/** Returns a state node followed by its ancestors. */
const withAncestors = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.parent ? withAncestors(node.parent) : []),
]

describe.each(machines)('machines/$file', ({ file, machine }) => {
  const effects = [machine.root, ...getStateNodes(machine.root)].flatMap((node) =>
    node.invoke.flatMap(({ id, src }) =>
      typeof src === 'string' && isStub(machine.implementations.actors[src])
        ? [{ node, id, src }]
        : [],
    ),
  )

  test('has an id that matches its file name', () => {
    const name = machine.id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(`${name}.ts`).toBe(file.slice(file.lastIndexOf('/') + 1))
  })

  test('describes each state and each of its guards in plain words', () => {
    const states = getStateNodes(machine.root).filter(({ type }) => type !== 'history')
    const described = states.length > 0 ? states : [machine.root]
    expect(described.filter(({ description }) => !description).map(({ id }) => id)).toEqual([])
    expect(Object.keys(guardDescriptionsOf(machine)).toSorted()).toEqual(
      Object.keys(machine.implementations.guards).toSorted(),
    )
    expect(descriptionsOf(machine).filter((text) => !/^[A-Z].+\.$/.test(text))).toEqual([])
  })

  test('invokes every declared effect under its own name and handles its error', () => {
    const misnamed = effects.filter(({ id, src }) => id !== src)
    expect(misnamed.map(({ id }) => id)).toEqual([])
    const unhandled = effects.filter(
      ({ node, id }) =>
        !withAncestors(node).some(({ transitions }) =>
          [id, '*'].some((name) => transitions.has(`xstate.error.actor.${name}`)),
        ),
    )
    expect(unhandled.map(({ id }) => id)).toEqual([])
  })
})

interface Chunk {
  file: string
  isEntry: boolean
  imports: string[]
  dynamicImports: string[]
  modules: string[]
}

describe('the browser bundle', () => {
  let chunks: Map<string, Chunk>

  beforeAll(async () => {
    await requireBuild()
    const graph = readFileSync(
      new URL('../dist/client/.vite/modules.json', import.meta.url),
      'utf8',
    )
    chunks = new Map((JSON.parse(graph) as Chunk[]).map((chunk) => [chunk.file, chunk]))
  }, 120_000)

  const reachableModules = (from: Chunk[], follow: (chunk: Chunk) => string[]) => {
    const seen = new Set<Chunk>(from)
    // Iterating over a set includes the items that are added meanwhile.
    for (const chunk of seen) for (const file of follow(chunk)) seen.add(chunks.get(file)!)
    return [...seen].flatMap(({ modules }) => modules)
  }
  const entries = () => [...chunks.values()].filter(({ isEntry }) => isEntry)
  const visitorChunks = () =>
    JSON.parse(
      readFileSync(new URL('../dist/client/.vite/visitor-modules.json', import.meta.url), 'utf8'),
    ) as Chunk[]

  const editorModules =
    /^src\/(editor\/|comparison\/|app\/effects\/editing\/)|\/editor\.tsx$|^machines\/editing\/|node_modules\/(prosemirror|@floating-ui|@dnd-kit|valibot|diff)/
  const serverOnlyModules =
    /^(server|tests|bench)\/|node_modules\/(sanitize-html|kysely|hono|react-dom\/.*server)/

  /** Modules that are loaded after the page, when the browser is idle. */
  const deferredModules =
    /^machines\/(live\/|app\/(deferred-actors|enhancements|install-prompt|build-check)\b|page\/(navigation-focus|page-transition|progress|prefetch)\b)|node_modules\/(framer-motion|motion)/

  test('contains no descriptions of states and guards', () => {
    // Those of the charts have them, which only the viewer of machines loads.
    const isChart = (id: string) => id.startsWith('docs/charts/')
    const scripts = [...chunks.values(), ...visitorChunks()]
      .filter(({ modules }) => !modules.some(isChart))
      .map(({ file }) => readFileSync(new URL(`../dist/client/${file}`, import.meta.url), 'utf8'))
    expect(scripts.length).toBeGreaterThan(20)
    const texts = machines.flatMap(({ machine }) => descriptionsOf(machine))
    expect(texts.filter((text) => scripts.some((script) => script.includes(text)))).toEqual([])
  })

  test('contains no developer tools and no hooks for a location of their own', () => {
    const everything = reachableModules(entries(), ({ imports, dynamicImports }) => [
      ...imports,
      ...dynamicImports,
    ])
    expect(everything.filter((id) => /xstate-dev|use-browser-location/.test(id))).toEqual([])
  })

  test('initially contains no editor, deferred, animation or server code', () => {
    const initial = reachableModules(entries(), ({ imports }) => imports)
    expect(initial.length).toBeGreaterThan(20)
    const unexpected = initial.filter(
      (id) => editorModules.test(id) || deferredModules.test(id) || serverOnlyModules.test(id),
    )
    expect(unexpected).toEqual([])
  })

  test('loads what formats texts apart from the rest of the editor', () => {
    const formatting = /node_modules\/prosemirror/
    const editor = [...chunks.values()].filter(({ file }) => file.includes('/editor-bundle-'))
    const started = reachableModules(editor, ({ imports }) => imports)
    expect(started).toContain('src/editor/rich-text/RichTextEditor.tsx')
    expect(started.filter((id) => formatting.test(id))).toEqual([])
    const all = reachableModules(editor, ({ imports, dynamicImports }) => [
      ...imports,
      ...dynamicImports,
    ])
    expect(all.filter((id) => formatting.test(id)).length).toBeGreaterThan(5)
  })

  test('has each screen of the admin area in a chunk of its own, without the code of another', () => {
    const screenModules = [...chunks.values()].flatMap(({ modules }) =>
      modules.filter((id) => /^src\/admin\/\w+\/\w+Screen\.tsx$/.test(id)),
    )
    expect(screenModules.length).toBeGreaterThan(8)
    for (const screen of screenModules) {
      const own = [...chunks.values()].filter(({ modules }) => modules.includes(screen))
      const loaded = reachableModules(own, ({ imports }) => imports)
      const others = screenModules.filter((id) => id !== screen && loaded.includes(id))
      expect([screen, others]).toEqual([screen, []])
    }
  })

  test('loads no form with a list, and no list with a form', () => {
    const loadedWith = (screen: string) => {
      const own = [...chunks.values()].filter(({ modules }) => modules.includes(screen))
      expect(own).toHaveLength(1)
      return reachableModules(own, ({ imports }) => imports)
    }
    const folder = 'src/admin/resources'
    const ofList =
      /\/(ResourceRows?|VirtualRows|BulkBar|ListTools)\.tsx$|resource-list\.ts$|react-virtual/
    const ofItem =
      /\/(ItemTabs|ItemDetails|PageRoutes|ItemConflicts)\.tsx$|machines\/admin\/(resource-item|page-routes)\.ts$/
    const list = loadedWith(`${folder}/ResourceListScreen.tsx`)
    const item = loadedWith(`${folder}/ResourceItemScreen.tsx`)
    expect(list.filter((id) => ofList.test(id)).length).toBeGreaterThan(4)
    expect(item.filter((id) => ofItem.test(id)).length).toBeGreaterThan(4)
    expect(list.filter((id) => ofItem.test(id))).toEqual([])
    expect(item.filter((id) => ofList.test(id))).toEqual([])
  })

  test('for visitors contains no editor, no screens of the app and no React', () => {
    const modules = visitorChunks().flatMap((chunk) => chunk.modules)
    expect(modules).toContain('node_modules/preact/dist/preact.mjs')
    expect(modules).toContain('src/views/form/ApiForm.tsx')
    const screens =
      /^src\/(admin|views\/(screens\/(account|SignInView)|media))\b|^machines\/admin\/|^docs\/|AppScreen|node_modules\/(react|react-dom)\//
    const unexpected = modules.filter(
      (id) => editorModules.test(id) || screens.test(id) || serverOnlyModules.test(id),
    )
    expect(unexpected).toEqual([])
  })

  test('for visitors has few files, in a folder of their own', () => {
    const names = visitorChunks().map(({ file }) => file)
    expect(names.length).toBeLessThanOrEqual(10)
    expect(names.filter((file) => !file.startsWith('assets/visitor/'))).toEqual([])
  })

  test('for visitors asks for the newest build with code that other changes do not rename', () => {
    const chunksByFile = new Map(visitorChunks().map((chunk) => [chunk.file, chunk]))
    const asking = [...chunksByFile.values()].find(({ modules }) =>
      modules.includes('src/api/builds.ts'),
    )!
    const imported = asking.imports.flatMap((file) => chunksByFile.get(file)!.modules)
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((id) => !id.startsWith('node_modules/ky/'))).toEqual([])
    expect(asking.modules).toEqual(['src/api/builds.ts'])
  })

  test('contains the editor behind a single dynamic import', () => {
    const everything = reachableModules(entries(), ({ imports, dynamicImports }) => [
      ...imports,
      ...dynamicImports,
    ])
    expect(everything.filter((id) => editorModules.test(id)).length).toBeGreaterThan(10)
    expect(everything.filter((id) => serverOnlyModules.test(id))).toEqual([])

    const importers = code.flatMap(({ file, source }) =>
      [...source.matchAll(/\bimport\(\s*['"]([^'"]*editor[^'"]*)['"]/g)].map(() => file),
    )
    expect(importers).toHaveLength(1)
  })
})
