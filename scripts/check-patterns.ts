// Rejects regular expressions whose running time grows faster than the length of the text: one request with a long text would
// block the whole process. Checks the patterns of contract/, server/ and web/, and those of zod's formats.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const load = createRequire(import.meta.url)

/** The check leaves out tests and demo data, which match only their own texts. */
const checked = /^(contract|server|web)\/(?!testing\/|demo\/).+(?<!\.test|\.gen)\.tsx?$/
const cacheFile = join(root, 'node_modules/.cache/senda-check/patterns.json')

type Pattern = { source: string; flags: string }
type Node = ESTree.Expression | ESTree.IdentifierName | ESTree.PrivateIdentifier | ESTree.Super | ESTree.SpreadElement

/** The patterns of one file, and a problem for each pattern that is built at run time. */
export function findPatterns({ file, text }: { file: string; text: string }): {
  patterns: (Pattern & { line: number })[]
  problems: string[]
} {
  const patterns: (Pattern & { line: number })[] = []
  const problems: string[] = []
  const lineOf = ({ start }: { start: number }) => text.slice(0, start).split('\n').length
  function readCall(node: ESTree.NewExpression | ESTree.CallExpression): void {
    if (isNamed(node.callee, 'RegExp')) {
      const [source, flags] = node.arguments.map(textOf)
      const hasFlags = node.arguments.length > 1
      if (source === undefined || (hasFlags && flags === undefined)) {
        problems.push(`${file}:${lineOf(node)}: write the pattern as a literal (/…/), so that it can be checked.`)
      } else patterns.push({ source, flags: flags ?? '', line: lineOf(node) })
    }
    const format = formatOf(node.callee)
    if (format) patterns.push({ ...format, line: lineOf(node) })
  }
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) problems.push(`${file}: ${errors[0]?.message}`)
  new Visitor({
    Literal(node) {
      if ('regex' in node) patterns.push({ source: node.regex.pattern, flags: node.regex.flags, line: lineOf(node) })
    },
    NewExpression: readCall,
    CallExpression: readCall,
  }).visit(program)
  return { patterns, problems }
}

/**
 * Why the pattern is rejected; undefined for one whose running time is linear in the length of the text. There is no time
 * limit, so that the verdict is the same on a busy machine.
 */
export function refusalOf({ source, flags }: Pattern): string | undefined {
  // The package's pure JavaScript build: it needs no Java and gives the same verdict on every machine.
  const { checkSync } = load('recheck/lib/browser.js') as typeof import('recheck')
  const found = checkSync(source, flags, { timeout: null, randomSeed: 1 })
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `could not be checked (${found.error.kind}); simplify it`
  const places = found.hotspot.map(({ start, end }) => source.slice(start, end))
  return `${found.complexity.summary}, because of ${places.join(' and ')}; add a maximum ({1,9}) or use indexOf`
}

type Format = () => z.core.$ZodStringFormat
const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['email', z.email],
  ['uuid', z.uuid],
  ['uuidv4', z.uuidv4],
  ['uuidv7', z.uuidv7],
  ['guid', z.guid],
  ['ipv4', z.ipv4],
  ['ipv6', z.ipv6],
  ['e164', z.e164],
  ['base64', z.base64],
  ['base64url', z.base64url],
  ['hostname', z.hostname],
  ['iso.date', z.iso.date],
  ['iso.datetime', z.iso.datetime],
  ['iso.duration', z.iso.duration],
  ['iso.time', z.iso.time],
])

function formatOf(callee: ESTree.Expression): Pattern | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
  const { name } = callee.property
  const make = isNamed(callee.object, 'z')
    ? formats.get(name)
    : isIso(callee.object)
      ? formats.get(`iso.${name}`)
      : undefined
  const { pattern } = make?.()._zod.def ?? {}
  return pattern && { source: pattern.source, flags: pattern.flags }
}

function isIso(node: Node): boolean {
  return node.type === 'MemberExpression' && isNamed(node.object, 'z') && isNamed(node.property, 'iso')
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined
}

/** The patterns that passed: a verdict holds for as long as the pattern and the checker are the same. */
type CachedPatterns = { version: string; safe: string[] }

function checkAll(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => checked.test(file) && existsSync(join(root, file)))
  const { version } = load('recheck/package.json') as { version: string }
  const cached = existsSync(cacheFile) ? (JSON.parse(readFileSync(cacheFile, 'utf8')) as Partial<CachedPatterns>) : {}
  const known = new Set(cached.version === version ? cached.safe : [])
  const safe = new Set<string>()
  const problems = files.flatMap((file) => {
    const found = findPatterns({ file, text: readFileSync(join(root, file), 'utf8') })
    const refused = found.patterns.flatMap(({ source, flags, line }) => {
      const key = `/${source}/${flags}`
      const refusal = safe.has(key) || known.has(key) ? undefined : refusalOf({ source, flags })
      if (refusal !== undefined) return [`${file}:${line}: ${key}: ${refusal}`]
      safe.add(key)
      return []
    })
    return [...found.problems, ...refused]
  })
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify({ version, safe: [...safe] } satisfies CachedPatterns))
  return problems
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkAll()
  if (problems.length > 0) console.log(problems.join('\n'))
  process.exit(problems.length > 0 ? 1 : 0)
}
