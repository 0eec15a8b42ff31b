import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/*
 * The browsers of the list in package.json. The build compiles the syntax for them, and fails when a script calls a function, or a
 * style uses a selector or a value, that the oldest of them lacks.
 */

/** The names of the list, and the names that the tables of support and the compiler have for these browsers. */
const names = {
  chrome: { table: 'chrome', target: 'chrome' },
  and_chr: { table: 'chrome_android', target: undefined },
  edge: { table: 'edge', target: 'edge' },
  firefox: { table: 'firefox', target: 'firefox' },
  and_ff: { table: 'firefox_android', target: undefined },
  safari: { table: 'safari', target: 'safari' },
  ios_saf: { table: 'safari_ios', target: 'ios' },
  samsung: { table: 'samsunginternet_android', target: undefined },
} as const

type Oldest = { name: keyof typeof names; version: string }

function readList(): Oldest[] {
  const { browserslist } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    browserslist: string[]
  }
  return browserslist.map((line) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? []
    if (!(name in names)) throw new Error(`package.json: browserslist: ${line} is not "<browser> >= <version>"`)
    return { name: name as Oldest['name'], version }
  })
}

export function compilerTargets(): string[] {
  return readList().flatMap(({ name, version }) => (names[name].target ? `${names[name].target}${version}` : []))
}

type Statement = {
  version_added: string | false
  version_removed?: string
  flags?: unknown[]
  prefix?: string
  alternative_name?: string
}
type Compat = { support: Record<string, Statement | Statement[] | undefined> }
type Features = { readonly [name: string]: Features | undefined }

const compatOf = (feature: object | undefined) => (feature as { __compat?: Compat } | undefined)?.__compat

/** Functions of our own and of libraries that have the name of a function of newer browsers. */
const namesakes: ReadonlySet<string> = new Set([
  // web/platform/live-tabs.ts takes the lock of the tabs.
  'take',
  // React.Children, which is no iterator.
  'toArray',
  // web/ui/use-discard-question.tsx, which is no dialog element.
  'requestClose',
  // The router asks for it first, and React catches its absence.
  'startViewTransition',
])

/** A call is safe where the code asks for the function just before it: `x.share && x.share()`. */
const guardLength = 60

/** Every name of these is written into scripts only for them; names of rarer interfaces are too common (`run`, `build`). */
const commonInterfaces =
  /^(?:Element|HTML(?:Element|DialogElement|InputElement|FormElement)|Document|DocumentFragment|Node|Range|Selection|Event|URL|URLSearchParams|Headers|Response|Request|Blob|File|FormData|ReadableStream|Window|Navigator|Location|Storage|AbortSignal)$/

/** Fails the build for a function that one of the browsers lacks, named with each file that calls it. */
export function supportedBrowsers(): Plugin {
  return {
    name: 'senda:supported-browsers',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      const problems = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? findUnsupported({ file: file.fileName, text: file.code })
          : file.fileName.endsWith('.css')
            ? findUnsupportedStyles({ file: file.fileName, text: textOf(file.source) })
            : [],
      )
      if (problems.length > 0) this.error(`These browsers are in the list of package.json:\n${problems.join('\n')}`)
    },
  }
}

const textOf = (source: string | Uint8Array) => (typeof source === 'string' ? source : Buffer.from(source).toString())

let known: ReturnType<typeof readSupport> | undefined

export function findUnsupported({ file, text }: { file: string; text: string }): string[] {
  known ??= readSupport()
  const { ofObject, ofName, globals } = known
  const problems = new Set<string>()
  const report = (what: string, lacking: string) => problems.add(`${file}: ${what} is missing in ${lacking}`)
  new Visitor({
    CallExpression({ callee, optional, start }) {
      if (optional || callee.type !== 'MemberExpression') return
      const name = nameOf(callee)
      if (name === undefined || text.slice(Math.max(0, start - guardLength), start).includes(`.${name}`)) return
      const object = callee.object.type === 'Identifier' ? callee.object.name : ''
      const members = ofObject.get(object)
      const lacking = members ? members.get(name) : ofName.get(name)
      if (lacking) report(members ? `${object}.${name}()` : `.${name}()`, lacking)
    },
    NewExpression({ callee }) {
      const lacking = callee.type === 'Identifier' ? globals.get(callee.name) : undefined
      if (lacking && callee.type === 'Identifier') report(`new ${callee.name}()`, lacking)
    },
  }).visit(parseSync(file, text, { lang: 'js', sourceType: 'module' }).program)
  return [...problems]
}

/**
 * Selectors whose rules only a browser that has the feature needs; `:open` stands beside `[open]` in lists of `:is()`, where
 * browsers skip what they don't know. */
const ownSelectors = /^(?:view-transition|active-view-transition|selection$|popover-open|details-content|open$)/
/** `type()` is part of `attr()`, in the rule of a transition between pages. */
const ownValue = 'type'
const colorSpaces = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)$/

/**
 * What drops a whole rule (a selector) or a value (a colour) in a browser of the list. A missing property is no problem:
 * browsers leave out that line alone. What `@supports` asks for is safe.
 */
export function findUnsupportedStyles({ file, text }: { file: string; text: string }): string[] {
  const { css } = readTable()
  const list = readList()
  const problems = new Set<string>()
  const report = (what: string, feature: object | undefined) => {
    const compat = compatOf(feature)
    const lacking = compat && lackingIn(compat, list)
    if (lacking) problems.add(`${file}: ${what} is missing in ${lacking}`)
  }
  for (const { part, isRule } of partsOf(text)) {
    if (isRule && !part.startsWith('@')) {
      for (const [written, name = ''] of part.matchAll(/(?<!\\)::?([a-z][a-z-]*)/g)) {
        if (!ownSelectors.test(name)) report(written, css.selectors[name])
      }
    }
    if (isRule) continue
    for (const [, name = '', from] of part.matchAll(/(?<![\w-])([a-z][a-z-]*)\((from )?/g)) {
      const color = css.types.color?.[name]
      if (name !== ownValue) report(`${name}()`, color ?? css.types[name])
      if (from && colorSpaces.test(name)) report(`${name}(from …)`, color?.relative_syntax)
    }
  }
  return [...problems]
}

/** The preludes and declarations of a stylesheet, without comments and texts, and without the blocks of `@supports`. */
function partsOf(text: string): { part: string; isRule: boolean }[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/g, '')
  const parts: { part: string; isRule: boolean }[] = []
  let depth = 0
  let guardedFrom: number | undefined
  for (const [, written = '', end] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const part = written.trim()
    if (end === '{') depth += 1
    if (end === '{' && part.startsWith('@supports')) guardedFrom ??= depth
    if (guardedFrom === undefined && part !== '') parts.push({ part, isRule: end === '{' })
    if (end === '}') depth -= 1
    if (guardedFrom !== undefined && depth < guardedFrom) guardedFrom = undefined
  }
  return parts
}

function nameOf({ property, computed }: ESTree.MemberExpression): string | undefined {
  if (!computed && property.type === 'Identifier') return property.name
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined
}

/**
 * What the list's browsers lack: functions of a named object (`URL.canParse`), names that only functions have which are missing
 * (`.union()` of every set, while `.map()` of an iterator cannot be told from that of an array), and constructors.
 */
function readSupport() {
  const list = readList()
  const { api, javascript } = readTable()
  const interfaces = [javascript.builtins, javascript.builtins.Intl ?? {}, api].flatMap((group) =>
    Object.entries(group),
  )
  const ofObject = new Map<string, Map<string, string>>()
  const byName = new Map<string, (string | undefined)[]>()
  const globals = new Map<string, string>()
  for (const [object, members] of interfaces) {
    if (object === '__compat' || !members) continue
    const ofInterface = compatOf(members)
    const missing = ofInterface && lackingIn(ofInterface, list)
    if (missing) globals.set(object, missing)
    for (const [key, feature] of Object.entries(members)) {
      const compat = compatOf(feature)
      if (key === '__compat' || key.endsWith('_event') || !compat) continue
      const name = key.replace(/_static$/, '')
      const lacking = lackingIn(compat, list)
      const isWritten = !(object in api) || commonInterfaces.test(object)
      byName.set(name, [...(byName.get(name) ?? []), isWritten ? lacking : undefined])
      if (lacking && (key.endsWith('_static') || object in globalThis)) {
        ofObject.set(object, (ofObject.get(object) ?? new Map<string, string>()).set(name, lacking))
      }
    }
  }
  const ofName = new Map<string, string>()
  for (const [name, lackings] of byName) {
    if (namesakes.has(name)) continue
    const [first] = lackings
    if (first !== undefined && lackings.every((lacking) => lacking !== undefined)) ofName.set(name, first)
  }
  return { ofObject, ofName, globals }
}

type Table = { api: Features; javascript: { builtins: Features }; css: { selectors: Features; types: Features } }
function readTable(): Table {
  const table = createRequire(import.meta.url)(
    '@mdn/browser-compat-data',
  ) as import('@mdn/browser-compat-data').CompatData
  return table as unknown as Table
}

function lackingIn({ support }: Compat, list: readonly Oldest[]): string | undefined {
  const lacking = list.filter(({ name, version }) => {
    const statements = [support[names[name].table] ?? []].flat()
    return !statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName }) =>
        typeof added === 'string' &&
        !(removed && isAtMost(removed, version)) &&
        !flags &&
        !prefix &&
        !otherName &&
        isAtMost(added, version),
    )
  })
  return lacking.length > 0 ? lacking.map(({ name, version }) => `${name} ${version}`).join(', ') : undefined
}

function isAtMost(added: string, version: string): boolean {
  const [one, other] = [added.replace('≤', ''), version].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ]
  if (one.some(Number.isNaN)) return false
  for (const [index, part] of one.entries()) {
    const against = other[index] ?? 0
    if (part !== against) return part < against
  }
  return true
}
