// What a release consists of: pure functions and copies of files, for pack-release.ts and its tests.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The folders and files of a checkout that a server needs, besides the build, package.json and the lock. */
export const releasePaths = [
  ...['contract', 'server', 'deploy', 'docs/operations.md', 'docs/deployment.md', 'docs/observability.md'],
  ...['docs/tables.md', 'docs/walk-of-an-operator.md'],
  ...['scripts/start.mjs', 'scripts/setup.mjs', 'scripts/platform.mjs', '.npmrc', '.nvmrc', '.env.example'],
  ...['LICENSE', 'README.md', 'SECURITY.md', 'CHANGELOG.md'],
]

/** Tests, and the demonstration: a release runs in production only, which needs nothing of it but the check for its rows. */
export function isShipped(path: string): boolean {
  const file = path.split(sep).join('/')
  if (/\.test\.tsx?$/.test(file) || /^server\/testing(\/|$)/.test(file)) return false
  return !file.startsWith('server/demo/') || file === 'server/demo/leftovers.ts'
}

type Names = Record<string, string>
export type Manifest = {
  name: string
  version: string
  license: string
  description: string
  type: string
  engines: Names
  imports: Names
  scripts: Names
  allowScripts: Record<string, boolean>
  dependencies: Names
  optionalDependencies: Names
}
type Entry = {
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Lock = { name: string; version: string; packages: Record<string, Entry> }

/** package.json of a release. `version` also names the commit, for example 0.1.0+1a2b3c4. */
export function releaseManifest({
  manifest,
  version,
  commit,
}: {
  manifest: Manifest
  version: string
  commit: string
}): Manifest & { private: true; release: { commit: string } } {
  const { name, license, description, type, imports, dependencies, optionalDependencies, allowScripts } = manifest
  const { '#web/*': _web, ...serverImports } = imports
  const scripts = ['start', 'preadmin', 'admin', 'sbom'].map((script) => [script, manifest.scripts[script]])
  return {
    ...{ name, version, private: true, license, description, type },
    release: { commit },
    engines: { node: '>=24' },
    imports: serverImports,
    scripts: Object.fromEntries(scripts),
    allowScripts,
    dependencies,
    optionalDependencies,
  }
}

/** The lock with the packages alone that the release's package.json leads to, each with its version and hash unchanged. */
export function releaseLock({ lock, manifest }: { lock: Lock; manifest: Manifest }): Lock {
  const { name, version, license, dependencies, optionalDependencies, engines } = manifest
  const own = { name, version, license, dependencies, optionalDependencies, engines }
  const reached = new Set<string>()
  const waiting: { path: string; entry: Entry }[] = [{ path: '', entry: own }]
  for (const { path, entry } of waiting) {
    for (const needed of namesNeeded(entry)) {
      const found = resolvePackage({ packages: lock.packages, from: path, name: needed })
      if (found === undefined || reached.has(found)) continue
      reached.add(found)
      waiting.push({ path: found, entry: lock.packages[found] ?? {} })
    }
  }
  const kept = Object.entries(lock.packages).filter(([path]) => reached.has(path))
  return { ...lock, name, version, packages: { '': own, ...Object.fromEntries(kept) } }
}

/** Without the optional peers, such as TypeScript, which only the tools of developers bring along. */
function namesNeeded({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Entry): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** npm looks beside the package that requires it, and in every folder above. */
function resolvePackage(input: { packages: Lock['packages']; from: string; name: string }): string | undefined {
  for (let folder = input.from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder && '/'}node_modules/${input.name}`
    if (input.packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}

/**
 * Copies the scripts and styles of the release before that the new one lacks into its dist/previous, from where the server
 * serves them: pages that an older server sent ask for them during and after a rolling upgrade.
 * Returns how many it copied.
 */
export function keepPreviousAssets({ previous, next }: { previous: string; next: string }): number {
  const from = join(previous, 'dist/client/assets')
  if (!existsSync(from)) return 0
  const own = new Set(readdirSync(join(next, 'dist/client/assets')))
  const kept = readdirSync(from).filter((file) => !own.has(file))
  const to = join(next, 'dist/previous/assets')
  mkdirSync(to, { recursive: true })
  for (const file of kept) cpSync(join(from, file), join(to, file), { recursive: true })
  return kept.length
}
