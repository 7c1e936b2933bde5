/** The rules of the house, run: who may import whom, who owns effects, and what the visitor's bundle is made of. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate'
import { getStateNodes } from 'xstate/graph'
import { isStub } from '#machines/effects.ts'
import { seed } from './support/seed.ts'
import { requireBuild } from './support/server/server-process.ts'

/** Who may import whom: the first pattern that fits a file is its rule. Types count like values. */
const rules: [file: RegExp, allowed: RegExp][] = [
  [/^content\//, /^content\//],
  [/^machines\//, /^(machines|content)\/|^xstate$/],
  [/^src\/api\//, /^(src\/api|content)\/|^ky$/],
  [/^src\/resources\//, /^(src\/resources|content)\/|^(react|@xstate\/store)(\/|$)/],
  [/^src\/ui\//, /^src\/ui\/|^(react|react-dom)(\/|$)/],
  [
    /^src\/(app|entry-)/,
    /^(src|machines|content|site)\/|^(react|react-dom|xstate|@xstate\/react|@xstate\/store|ky|wouter|dompurify|framer-motion)(\/|$)/,
  ],
  [
    /^src\/views\//,
    /^(src\/(views|resources|ui|app\/shell\/app-context)|machines|content)[/.]|^(react|xstate|@xstate\/react|wouter)(\/|$)|^src\/app\/(shell\/use-local-actor|effects\/(form|collection)-effects)\.ts$/,
  ],
  [
    /^src\/admin\//,
    /^(src\/(admin|views|resources|ui|app\/shell\/app-context)|machines|content)[/.]|^(react|react-dom|xstate|@xstate\/react|wouter)(\/|$)/,
  ],
  [
    /^src\/editor\//,
    /^(src\/(editor|views|resources|ui|app\/shell\/app-context)|machines|content)[/.]|^(react|react-dom|xstate|@xstate\/react|wouter|@tiptap\/.+|radix-ui|@floating-ui\/dom)(\/|$)/,
  ],
  [
    /^site\/(.+\/kind|kinds|forms)\.ts$|^site\/forms\//,
    /^content\/|^site\/(.+\/kind|kinds)\.ts$|^site\/forms\/|^valibot$/,
  ],
  [
    /^site\/(.+\/editor\.tsx|editors\.ts)$/,
    /^(site|content|src\/(views|ui|editor))\/|^(react|@tiptap\/.+)(\/|$)/,
  ],
  [/^site\//, /^(site|content|src\/(views|ui))\/|^react(\/|$)/],
  [
    /^server\/render\//,
    /^(server|content)\/|^src\/entry-server\.tsx$|^(hono|@hono\/node-server|node:.+|vite)(\/|$)/,
  ],
  [
    /^server\//,
    /^(server|content)\/|^site\/(.+\/kind|kinds|forms)\.ts$|^(node:.+|hono|@hono\/node-server|kysely|libsql|pg|htmlparser2|sanitize-html|saxes|valibot|@valibot\/to-json-schema|p-limit|nodemailer|sharp)(\/|$)/,
  ],
]

const sources = import.meta.glob<string>(
  '../{content,machines,src,site,server}/**/*.{ts,tsx,css}',
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

test('a generated test ends the same each time: its only chance is the seed', () => {
  expect(fc.readConfigureGlobal().seed).toBe(seed)
  const random = Object.entries(tests).filter(
    ([path, source]) => path !== './architecture.test.ts' && /Math\.random\(/.test(source),
  )
  expect(random.map(([path]) => path)).toEqual([])
})

const importPattern =
  /(?:^(?:import|export)\b[^'"]*\bfrom\s*|^import\s*|\bimport\(\s*)['"]([^'"]+)['"]/gm
const targetsOf = (file: string, source: string) =>
  [...source.matchAll(importPattern)].map(([, target = '']) =>
    target.startsWith('.')
      ? new URL(target, `file:///${file}`).pathname.slice(1)
      : target.replace(/^#/, ''),
  )

describe('who may import whom', () => {
  test.each(code)('$file imports only what its room may', ({ file, source }) => {
    const rule = rules.find(([pattern]) => pattern.test(file))
    expect(rule, 'a file that belongs to no room').toBeDefined()
    expect(targetsOf(file, source).filter((target) => !rule![1].test(target))).toEqual([])
  })

  test('the rules see imports', () => {
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

describe('one way', () => {
  const withWord = (word: RegExp, within: (file: string) => boolean) =>
    code.filter(({ file, source }) => within(file) && word.test(source)).map(({ file }) => file)

  test('only src/app joins effects to machines', () => {
    expect(
      withWord(/\.provide\(/, (file) => !/^src\/app\/effects\/[\w-]+-effects\.ts$/.test(file)),
    ).toEqual([])
  })

  test('children tell; they do not send to their parent or look others up', () => {
    expect(withWord(/\bsendParent\b/, () => true)).toEqual([])
    expect(
      withWord(
        /\bsystem\.get\(/,
        (file) => !/^(machines\/relay|src\/app\/.+|src\/entry-client)\.tsx?$/.test(file),
      ),
    ).toEqual([])
  })

  test('machines and components do not catch: failures are states', () => {
    const fenced = (file: string) => file.startsWith('machines/') || file.endsWith('.tsx')
    expect(withWord(/\btry \{/, fenced)).toEqual([])
  })

  test('components neither fetch nor compare states', () => {
    const isView = (file: string) => /^(src\/(views|editor|ui)|site)\//.test(file)
    expect(withWord(/\bfetch\(|\.matches\(\{?['"]/, isView)).toEqual([])
  })

  test('files are named one way, and there is one index', () => {
    const odd = code
      .map(({ file }) => file)
      .filter((file) => {
        const name = file.slice(file.lastIndexOf('/') + 1)
        if (name === 'index.ts') return file !== 'site/index.ts'
        return !/^([a-z0-9]+(-[a-z0-9]+)*|[A-Z]\w*)\.tsx?$/.test(name)
      })
    expect(odd).toEqual([])
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

/** A state and those it is inside of. */
const lineOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.parent ? lineOf(node.parent) : []),
]

describe.each(machines)('machines/$file', ({ file, machine }) => {
  const effects = [machine.root, ...getStateNodes(machine.root)].flatMap((node) =>
    node.invoke.flatMap(({ id, src }) =>
      typeof src === 'string' && isStub(machine.implementations.actors[src])
        ? [{ node, id, src }]
        : [],
    ),
  )

  test('has the id its file name says', () => {
    const name = machine.id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(`${name}.ts`).toBe(file.slice(file.lastIndexOf('/') + 1))
  })

  test('names every effect it asks for as it declares it, and answers when it fails', () => {
    const misnamed = effects.filter(({ id, src }) => id !== src)
    expect(misnamed.map(({ id }) => id)).toEqual([])
    const unanswered = effects.filter(
      ({ node, id }) =>
        !lineOf(node).some(({ transitions }) => transitions.has(`xstate.error.actor.${id}`)),
    )
    expect(unanswered.map(({ id }) => id)).toEqual([])
  })
})

interface Chunk {
  file: string
  isEntry: boolean
  imports: string[]
  dynamicImports: string[]
  modules: string[]
}

describe('what visitors are sent', () => {
  let chunks: Map<string, Chunk>

  beforeAll(async () => {
    await requireBuild()
    const graph = readFileSync(
      new URL('../dist/client/.vite/modules.json', import.meta.url),
      'utf8',
    )
    chunks = new Map((JSON.parse(graph) as Chunk[]).map((chunk) => [chunk.file, chunk]))
  }, 120_000)

  const reached = (from: Chunk[], follow: (chunk: Chunk) => string[]) => {
    const seen = new Set<Chunk>(from)
    // A set's loop also visits what is added while it runs.
    for (const chunk of seen) for (const file of follow(chunk)) seen.add(chunks.get(file)!)
    return [...seen].flatMap(({ modules }) => modules)
  }
  const entries = () => [...chunks.values()].filter(({ isEntry }) => isEntry)

  const ofEditor =
    /^src\/(editor\/|app\/effects\/editor-effects)|\/editor\.tsx$|^machines\/editing\/|node_modules\/(@tiptap|prosemirror|radix-ui|@radix-ui|@floating-ui|@dnd-kit|valibot)/
  const ofNobody =
    /^(server|tests|bench)\/|node_modules\/(sanitize-html|kysely|hono|react-dom\/.*server)/

  /** What comes after the page, each as soon as the browser has nothing better to do. */
  const ofLater =
    /^machines\/(live\/|app\/(reader-enhancements|install-prompt|build-check)\b|page\/(progress|prefetch)\b)|node_modules\/(framer-motion|motion)/

  test('holds nothing of the editor, of what comes later, of motion or of the server', () => {
    const sent = reached(entries(), ({ imports }) => imports)
    expect(sent.length).toBeGreaterThan(20)
    const wrong = sent.filter((id) => ofEditor.test(id) || ofLater.test(id) || ofNobody.test(id))
    expect(wrong).toEqual([])
  })

  test('the editor is there, behind one dynamic import', () => {
    const everything = reached(entries(), ({ imports, dynamicImports }) => [
      ...imports,
      ...dynamicImports,
    ])
    expect(everything.filter((id) => ofEditor.test(id)).length).toBeGreaterThan(10)
    expect(everything.filter((id) => ofNobody.test(id))).toEqual([])

    const asked = code.flatMap(({ file, source }) =>
      [...source.matchAll(/\bimport\(\s*['"]([^'"]*editor[^'"]*)['"]/g)].map(() => file),
    )
    expect(asked).toHaveLength(1)
  })
})
