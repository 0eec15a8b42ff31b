// Rejects limits that a text repeats by hand, words that hide who acts, names that the vocabulary replaces, one-letter options,
// identifiers in Spanish, Spanish words that the product says otherwise, and documents that name a missing file or decision.
// docs/vocabulary.md explains the words; banned-words.json lists them, and palabras.json those of the texts on screen.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '..')

const listPath = join(root, 'scripts/banned-words.json')
type WordList = Record<
  'prose' | 'identifiers' | 'spanish' | 'allowed' | 'fixedKeys' | 'figures',
  Record<string, string>
>
const banned = JSON.parse(readFileSync(listPath, 'utf8')) as WordList
const prose = new Map(Object.entries(banned.prose))
const prosePattern = new RegExp(`(?<![\\p{L}\\d])(?:${[...prose.keys()].join('|')})(?![\\p{L}\\d])`, 'giu')
const ownFigures = Object.keys(banned.figures)
const names = new Map(Object.entries(banned.identifiers))
const spanish = new Map(Object.entries(banned.spanish))
const figure =
  /(?<![\p{L}\d.,+/-])\d[\d.]*\s+(?:minutos|horas|días|semanas|meses|años|puntos|caracteres|letras|[KM]B)(?!\p{L})/u

const screenWordsPath = join(root, 'scripts/palabras.json')
/** `salvo`: the beginning of a path, or a whole text, with the reason why the word stays there. */
type ScreenWord = { decir: string; porque: string; salvo?: Record<string, string> }
const screenWords = JSON.parse(readFileSync(screenWordsPath, 'utf8')) as Record<string, ScreenWord>
const screenPatterns = Object.entries(screenWords).map(([words, { decir, salvo = {} }]) => ({
  pattern: new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu'),
  decir,
  exceptions: Object.keys(salvo),
}))
/** An address, a class or a key: no sentence, although it may have the letters of a word. */
const isCodeText = (text: string) => /^[a-z][a-z\d#.:/_-]*$/.test(text) && !text.startsWith('about:')
const cacheFile = join(root, 'node_modules/.cache/senda-check/words.json')

type File = { file: string; text: string }
type LineOf = (position: number) => number

/**
 * The problems of one file's text, each as `file:line: …`. Markdown is read whole; code by its comments, test titles and
 * names.
 */
export function checkWords({ file, text }: File): string[] {
  if (file.endsWith('.md')) return checkProse({ file, text: withoutCode(text), start: 0, lineOf: linesOf(text) })
  if (file.endsWith('.css')) {
    return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].flatMap((comment) =>
      checkProse({ file, text: comment[0], start: comment.index, lineOf: linesOf(text) }),
    )
  }
  return checkCode({ file, text, lineOf: linesOf(text) })
}

function checkProse({ file, text, start, lineOf }: File & { start: number; lineOf: LineOf }): string[] {
  // Text in backticks is a name, not prose.
  const plain = text.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
  return [...plain.matchAll(prosePattern)].map(
    ({ 0: word, index }) => `${file}:${lineOf(start + index)}: "${word}": use ${prose.get(word.toLowerCase())}.`,
  )
}

function checkCode({ file, text, lineOf }: File & { lineOf: LineOf }): string[] {
  const { program, comments, errors } = parseSync(file, text)
  const problems = errors.map((error) => `${file}: ${error.message}`)
  const report = (node: { start: number }, problem: string) =>
    problems.push(`${file}:${lineOf(node.start)}: ${problem}`)
  for (const comment of comments) {
    problems.push(...checkProse({ file, text: comment.value, start: comment.start + 2, lineOf }))
  }
  // Where the specification fixes a Spanish key of an address or of metadata, a property has its name; a variable never does.
  const keys = new Set<number>()
  const readKey = ({ key }: { key: { start: number } }) => keys.add(key.start)
  const readMember = ({ property }: { property: { start: number } }) => keys.add(property.start)
  const readName = (node: { name: string; start: number }) => {
    if (Object.hasOwn(banned.allowed, node.name)) return
    if (keys.has(node.start) && Object.hasOwn(banned.fixedKeys, node.name)) return
    // Mercado Pago is a name.
    const words = wordsOf(node.name.replace(/mercado_?pago/i, ''))
    for (const [word, better] of spanish) {
      if (words.includes(` ${word} `)) report(node, `"${node.name}" is Spanish: identifiers are English (${better}).`)
    }
    for (const [word, better] of names) {
      if (words.includes(` ${word} `)) report(node, `the name "${node.name}": for "${word}" use ${better}.`)
    }
  }
  const readParameters = ({ params }: { params: ESTree.ParamPattern[] }) => {
    const names = params.map((param) => (param.type === 'AssignmentPattern' ? param.left : param))
    // `a` and `b` are the two values of a comparison.
    if (names.map((name) => name.type === 'Identifier' && name.name).join() === 'a,b') return
    for (const name of names) {
      if (isLetter(name) && holdsObject(name)) {
        report(name, `the parameter "${name.name}" holds an object: destructure it, or call it input or options.`)
      }
    }
  }
  // The figure of a limit comes from its constant, so that the text changes with it.
  const hasTexts =
    /^(contract|server|web)\//.test(file) && !/\.(test|gen)\.|^server\/demo\/|\/(testing|gallery|screens)\//.test(file)
  const hasScreenTexts = /^(contract|server|web)\//.test(file) && !/\.(test|gen)\./.test(file)
  const readScreenWords = (node: { start: number }, written: string) => {
    const text = written.replace(/\s+/g, ' ').trim()
    if (!hasScreenTexts || isCodeText(text)) return
    for (const { pattern, decir, exceptions } of screenPatterns) {
      const found = pattern.exec(text)?.[0]
      if (found === undefined || exceptions.some((exception) => file.startsWith(exception) || text === exception))
        continue
      report(node, `«${found}»: say ${decir} (scripts/palabras.json).`)
    }
  }
  const readText = (node: { start: number }, written: string) => {
    readScreenWords(node, written)
    const [found] = hasTexts && !ownFigures.some((path) => file.startsWith(path)) ? (figure.exec(written) ?? []) : []
    if (found !== undefined) report(node, `"${found}": take the figure from the constant that sets the limit.`)
  }
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') readText(node, node.value)
    },
    TemplateElement(node) {
      readText(node, node.value.raw)
    },
    JSXText(node) {
      readText(node, node.value)
    },
    Property: readKey,
    TSPropertySignature: readKey,
    MemberExpression: readMember,
    Identifier: readName,
    JSXIdentifier: readName,
    PrivateIdentifier: readName,
    FunctionDeclaration: readParameters,
    FunctionExpression: readParameters,
    ArrowFunctionExpression: readParameters,
    ObjectPattern({ properties }) {
      const rest = properties.find((property) => property.type === 'RestElement')
      if (rest && isLetter(rest.argument))
        report(rest, `the rest "${rest.argument.name}": call it rest, or by what it holds.`)
    },
    CallExpression({ callee, arguments: [title] }) {
      const isTest = /^(test|it|describe)\b/.test(text.slice(callee.start, Math.min(callee.end, callee.start + 9)))
      if (isTest && (title?.type === 'Literal' || title?.type === 'TemplateLiteral')) {
        problems.push(
          ...checkProse({ file, text: text.slice(title.start + 1, title.end - 1), start: title.start + 1, lineOf }),
        )
      }
    },
  }).visit(program)
  return problems
}

function isLetter(node: { type: string }): node is ESTree.BindingIdentifier {
  return node.type === 'Identifier' && 'name' in node && typeof node.name === 'string' && /^[a-z]$/.test(node.name)
}

/** Judged by its type: an object type or a named one. `c: Context` is Hono's usual name for a request's context. */
function holdsObject({ name, typeAnnotation }: ESTree.BindingIdentifier): boolean {
  const type = typeAnnotation?.typeAnnotation
  if (name === 'o' || type?.type === 'TSTypeLiteral') return true
  return (
    type?.type === 'TSTypeReference' && !(name === 'c' && 'name' in type.typeName && type.typeName.name === 'Context')
  )
}

/** `listCitasOf` → ` list citas of `. */
function wordsOf(name: string): string {
  return ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()} `
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ' '))
}

function linesOf(text: string): LineOf {
  return (position) => text.slice(0, position).split('\n').length
}

/**
 * The files that a document names in backticks, by the whole path or its end, and those that it links to. A file that the
 * reader of an example creates is followed by "(new)".
 */
export function checkDocuments({ file, text, files }: File & { files: string[] }): string[] {
  const known = new Set(files)
  const lineOf = linesOf(text)
  const named = [
    ...[...text.matchAll(/`([\w./$-]+\.(?:ts|tsx|mjs|md|json|css|sql))`(?! \(new\))/g)],
    ...[...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)],
  ]
  return named
    .filter(({ 1: path = '', 0: whole }) => {
      if (whole.startsWith(']')) return !existsSync(join(root, dirname(file), path))
      return !known.has(path) && !files.some((one) => one.endsWith(path.startsWith('.') ? path : `/${path}`))
    })
    .map(({ 1: path, index }) => `${file}:${lineOf(index)}: ${path} doesn't exist.`)
}

/** The files without a problem: the result holds for as long as the file, the list and this script are the same. */
type CachedFiles = { version: string; clean: string[] }

/** A decision has a title, and below it the date and whether it still holds. */
export function checkDecision({ file, text }: File): string[] {
  if (!/^docs\/decisions\/\d/.test(file) || /^# .+\n\nDate: \d{4}-\d\d-\d\d\. Status: .+\.\n/.test(text)) return []
  return [`${file}:3: a decision has the line "Date: 2026-11-22. Status: accepted." below its title.`]
}

/** A decision that a text names by its number exists, and the index lists every decision. */
export function checkDecisionNumbers({ file, text, decisions }: File & { decisions: string[] }): string[] {
  const lineOf = linesOf(text)
  const missing = [...text.matchAll(/\bdecisions?[ /](\d{4})\b/g)].filter(
    ({ 1: number }) => !decisions.some((name) => name.startsWith(`${number}-`)),
  )
  const unlisted = file === 'docs/decisions/README.md' ? decisions.filter((name) => !text.includes(`](${name})`)) : []
  return [
    ...missing.map(({ 1: number, index }) => `${file}:${lineOf(index)}: there is no decision ${number}.`),
    ...unlisted.map((name) => `${file}: the index lacks ${name}.`),
  ]
}

function checkAll(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => file && existsSync(join(root, file)))
  const decisions = files.flatMap((file) => /^docs\/decisions\/(\d{4}-.+)$/.exec(file)?.[1] ?? [])
  const only = process.argv.slice(2)
  const checked = files.filter(
    (file) =>
      /^(README\.md|(docs|contract|server|web|e2e|bench|scripts)\/.+\.(ts|tsx|mjs|css|md)|[^/]+\.config\.ts)$/.test(
        file,
      ) &&
      !/\.gen\.ts$/.test(file) &&
      (only.length === 0 || only.some((path) => file.startsWith(path))),
  )
  const version = hashOf(
    readFileSync(listPath, 'utf8') + readFileSync(screenWordsPath, 'utf8') + readFileSync(import.meta.filename, 'utf8'),
  )
  const cached = existsSync(cacheFile) ? (JSON.parse(readFileSync(cacheFile, 'utf8')) as Partial<CachedFiles>) : {}
  const known = new Set(cached.version === version ? cached.clean : [])
  const clean: string[] = []
  const problems = checked.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const hash = hashOf(`${file}\0${text}`)
    const found = known.has(hash) ? [] : checkWords({ file, text })
    if (found.length === 0) clean.push(hash)
    return [
      ...found,
      ...checkDecisionNumbers({ file, text, decisions }),
      ...(file.endsWith('.md') ? [...checkDecision({ file, text }), ...checkDocuments({ file, text, files })] : []),
    ]
  })
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(
    cacheFile,
    JSON.stringify({ version, clean: only.length === 0 ? clean : [...known, ...clean] } satisfies CachedFiles),
  )
  return problems
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkAll()
  if (problems.length > 0) console.log(problems.join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
}
