/** Plugins of the build that leave out the parts of libraries that this site does not run in a browser. */

interface Replacement {
  library: string
  /** The folder or the file of the library that has the code. */
  folder?: string
  code: RegExp
  by: string
}

/** Replaces code of a library by constants, by which the minifier finds what never runs. Fails where that code is not there. */
const replaceIn = ({ library, folder = 'dist', code, by }: Replacement) => ({
  name: `replace-in-${library}`,
  apply: 'build' as const,
  transform(source: string, id: string) {
    if (!id.includes(`/${library}/${folder}`)) return null
    if (source.search(code) === -1) throw new Error(`${library} has no ${code} any more.`)
    return { code: source.replace(code, by), map: null }
  },
})

/** Leaves out the code of the text editor for Internet Explorer, which cannot run any other code of this site. */
const withoutInternetExplorer = () =>
  replaceIn({
    library: 'prosemirror-view',
    code: /const ie = !!\(ie_upto10 \|\| ie_11up \|\| ie_edge\);/,
    by: 'const ie = false;',
  })

/**
 * Leaves out the ways to follow an element that the only caller does not ask for (`src/editor/dom/follow-element.ts`), and the
 * functions for them.
 */
const withoutUnusedFollowing = () =>
  replaceIn({
    library: '@floating-ui/dom',
    code: /const \{\s+ancestorScroll = true,[^}]+\} = options;/,
    by: 'const ancestorScroll = false, ancestorResize = false, elementResize = false, layoutShift = true, animationFrame = false;',
  })

const inReactDom = (folder: string, code: RegExp, by: string) =>
  replaceIn({ library: 'react-dom', folder, code, by })

/** Leaves out the reports to an extension for developers, which the development server has. */
const withoutDeveloperTools = () => [
  inReactDom(
    'cjs/react-dom-client.production.js',
    /"undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__/,
    'false',
  ),
  inReactDom('client.js', /^ +checkDCE\(\);$/m, ''),
  inReactDom('index.js', /^ +checkDCE\(\);$/m, ''),
]

/**
 * Leaves out the ways to load files by calling a function of React, which nothing here does; a call would fail at once.
 */
const withoutPreloading = () =>
  inReactDom(
    'cjs/react-dom-client.production.js',
    /,\n {2}D: prefetchDNS,[^}]+M: preinitModuleScript(?=\n\};)/,
    '',
  )

const errorAdvice =
  / for the full message or use the non-minified dev environment for full errors and additional helpful warnings\./

/** Leaves out of the messages of React what stands at the address that they name. */
const withoutErrorAdvice = () => [
  inReactDom('cjs/react-dom-client.production.js', errorAdvice, ''),
  inReactDom('cjs/react-dom.production.js', errorAdvice, ''),
]

/**
 * Leaves out the layout engine's way to load its parts in Node, without which every visitor would load what stands for `require`
 * in a browser.
 */
const withoutRequire = () =>
  replaceIn({
    library: 'elkjs',
    folder: 'lib/elk-api.js',
    code: /"function"==typeof require&&require/g,
    by: 'false',
  })

/** The parts of a schema for the default texts of its issues. Those of this site have texts of their own. */
const expectations = /^\t\t(?:expects|reference)(?:: .*)?,\n/gm

/** The parts of an issue besides its kind and its message. */
const issueDetails = [
  /\tconst (?:input|expected|received) = .*\n/g,
  /\t\t(?:input|expected|received|(?:type|requirement|path|issues|lang|abort\w+): .*),?\n/g,
  /(?<=message: `Invalid \$\{label\}): .*(?=`)/g,
  /\?\? \/\* @__PURE__ \*\/ getSpecificMessage.*(?=;)/g,
]

/** Leaves out of the issues of schemas what nothing in the browser reads, and the translations of their messages. */
const withoutIssueDetails = () => ({
  name: 'without-issue-details',
  apply: 'build' as const,
  transform(code: string, id: string, { ssr = false } = {}) {
    if (ssr || !id.includes('/valibot/dist/')) return null
    const start = code.indexOf('function _addIssue(')
    const end = code.indexOf('\n}', start)
    let addIssue = code.slice(start, end)
    for (const detail of issueDetails) {
      if (addIssue.search(detail) === -1) throw new Error(`valibot adds issues without ${detail}.`)
      addIssue = addIssue.replace(detail, '')
    }
    const rest = code.slice(0, start) + addIssue + code.slice(end)
    return { code: rest.replace(expectations, ''), map: null }
  },
})

/** Methods of the text editor that nothing here calls, besides those for JSON and for debugging. */
const uncalled = [
  ...['pasteHTML', 'pasteText', 'serializeForClipboard', 'setProps', 'updateRoot'],
  ...['canAppend', 'checkAttrs', 'isGeneric', 'reconfigure', 'setTime', 'storedMarksSet'],
  ...['addNodeMark', 'appendMapping', 'changedRange', 'clearIncompatible', 'deletedBefore'],
  ...['removeNodeMark', 'setDocAttribute'],
  ...['addToStart', 'addToEnd', 'addBefore', 'toObject'],
]

const anyUncalled = uncalled.join('|')
const leftOut = `(?:static )?(?:from|to)JSON|static jsonID|(?:get )?(?:toString(?:Inner)?|${anyUncalled})`

/** All methods that are left out, of classes and of an object, and the calls that name the text editor's classes for JSON. */
const unusedMethods = new RegExp(
  [
    String.raw`^( {4}|\t)(?:${leftOut})\(.*\) \{(?:.*\}|\n[^]*?^\1\})\n`,
    String.raw`^ {2}(?:${anyUncalled}): function\(.*\) \{\n[^]*?^ {2}\},\n`,
    String.raw`^(?:Step|Selection)\.jsonID\(.*\n`,
  ].join('|'),
  'gm',
)

const callOfUncalled = new RegExp(String.raw`\.(?:${anyUncalled})\b`)

/**
 * Leaves those methods out: here the text editor reads and writes HTML only, and is not printed. The build fails where one of
 * them is called.
 */
const withoutUnusedMethods = () => ({
  name: 'without-unused-methods',
  apply: 'build' as const,
  transform(code: string, id: string) {
    if (
      !/\/(orderedmap|prosemirror-(model|transform|state|tables|gapcursor|view))\/dist\//.test(id)
    )
      return null
    const rest = code.replace(unusedMethods, '')
    if (rest.includes('jsonID(')) throw new Error(`${id} reads or writes JSON otherwise.`)
    return { code: rest, map: null }
  },
  generateBundle(_: unknown, bundle: Record<string, { type: string; code?: string }>) {
    for (const [file, { code }] of Object.entries(bundle)) {
      const [call] = callOfUncalled.exec(code ?? '') ?? []
      if (call) throw new Error(`${file} calls ${call}, which the build leaves out.`)
    }
  },
})

/** Returns the plugins. Each of them fails where a library has changed what it leaves out. */
export const trimLibraries = () => [
  withoutInternetExplorer(),
  withoutUnusedFollowing(),
  ...withoutDeveloperTools(),
  withoutPreloading(),
  ...withoutErrorAdvice(),
  withoutRequire(),
  withoutIssueDetails(),
  withoutUnusedMethods(),
]
