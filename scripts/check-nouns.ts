// Rejects imports against the order of the server's nouns, and tables with a second writer: see server-nouns.ts.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

import { nouns, tablesOf } from './server-nouns.ts'

const root = join(import.meta.dirname, '..')
/** The rooms above the nouns, the highest last, and the rooms below them. */
const above = ['processes', 'http', 'demo', 'main', 'admin']
const below = ['platform', 'api', 'simulado', 'mercado-pago', 'gateways']
const ranks = [...below, ...nouns, ...above]

type SourceFile = { file: string; text: string }

/** `appointments` for a file of a noun, `http` for one of another room of the server. */
export function unitOf(file: string): string | undefined {
  return /^server\/features\/([^/]+)\//.exec(file)?.[1] ?? /^server\/([^/.]+)/.exec(file)?.[1]
}

export function importsOf({ file, text }: SourceFile): string[] {
  const found: string[] = []
  const add = (source: ESTree.Node | null | undefined) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return
    const path = source.value.startsWith('#')
      ? source.value.slice(1)
      : source.value.startsWith('.')
        ? normalize(join(dirname(file), source.value))
        : ''
    if (path.startsWith('server/')) found.push(path)
  }
  new Visitor({
    ImportDeclaration({ source }) {
      add(source)
    },
    ExportNamedDeclaration({ source }) {
      add(source)
    },
    ExportAllDeclaration({ source }) {
      add(source)
    },
    ImportExpression({ source }) {
      add(source)
    },
  }).visit(parseSync(file, text).program)
  return found
}

/** Imports of a later noun, or of a room above the importer's. */
export function findArrowsUp(files: readonly SourceFile[]): string[] {
  return files.flatMap((source) => {
    const from = rankOf(source.file)
    const targets = new Set(importsOf(source))
    return [...targets].filter((to) => rankOf(to) > from).map((to) => `${source.file} → ${to}`)
  })
}

/** Units of the same rank may import each other. */
function rankOf(file: string): number {
  const unit = unitOf(file) ?? ''
  const rank = ranks.indexOf(unit)
  if (rank < 0) throw new Error(`${file}: "${unit}" has no place in scripts/server-nouns.ts`)
  // The rooms below the nouns are one rank, and so are those above the processes.
  if (below.includes(unit)) return 0
  return Math.min(rank, ranks.indexOf('http'))
}

const written =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)'|\b(?:insert into|delete from|merge into) ([a-z_]+)\b|\bupdate (?:only )?([a-z_]+)(?: (?:as )?\w+)?\s+set\b/g

/** Tables that another unit than their own writes, or that have none. The demonstration dates rows back, so it writes any table. */
export function findForeignWrites({
  files,
  tables: known,
}: {
  files: readonly SourceFile[]
  tables: ReadonlySet<string>
}): string[] {
  const writerOf = new Map(Object.entries(tablesOf).flatMap(([unit, tables]) => tables.map((table) => [table, unit])))
  return files.flatMap(({ file, text }) => {
    const unit = unitOf(file)
    if (unit === 'demo') return []
    const tables = new Set([...text.matchAll(written)].map(([, built, sql, updated]) => built ?? sql ?? updated ?? ''))
    return [...tables]
      .filter((table) => known.has(table) && writerOf.get(table) !== unit)
      .map((table) => `${file} writes ${table}`)
  })
}

export function readTables(): ReadonlySet<string> {
  const schema = readFileSync(join(root, 'server/platform/postgres/schema.gen.ts'), 'utf8')
  const lines = schema.slice(schema.indexOf('export interface DB')).matchAll(/^ {2}(\w+): \w+;?$/gm)
  return new Set([...lines].map(([, table = '']) => table))
}

function serverFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((file) => /^server\/(?!testing\/).+(?<!\.test|\.gen)\.ts$/.test(file) && existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

if (import.meta.main) {
  const files = serverFiles()
  const problems = [...findArrowsUp(files), ...findForeignWrites({ files, tables: readTables() })].toSorted()
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    console.error(
      'What spans nouns is a process: server/processes/<verb>-<noun>.ts. Each table has one writer: call its query. See scripts/server-nouns.ts.',
    )
    process.exit(1)
  }
}
