// Rejects a lock file that cannot be verified or not everywhere installed: an entry without a hash, a missing package of
// another platform, and an entry that names the registry of one machine.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  integrity?: string
  resolved?: string
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}
export type Packages = Record<string, Entry>

export function checkLock(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { integrity, resolved, inBundle, optionalDependencies = {} }]) => [
    // The entry '' is this project. A package inside the file of another has no hash of its own.
    ...(path !== '' && integrity === undefined && !inBundle ? [`${path} has no hash.`] : []),
    ...(resolved === undefined ? [] : [`${path} names the address ${resolved}.`]),
    ...Object.keys(optionalDependencies)
      .filter((name) => !isLocked({ name, parent: path, packages }))
      .map((name) => `${name} is missing, which ${path || 'the project'} needs on another platform.`),
  ])
}

/** npm looks beside the package that requires it, and in every folder above. */
function isLocked({ name, parent, packages }: { name: string; parent: string; packages: Packages }): boolean {
  const own = parent && `${parent}/`
  const folders = own.split('node_modules/').map((_, at, parts) => parts.slice(0, at + 1).join('node_modules/'))
  return folders.some((folder) => packages[`${folder}node_modules/${name}`] !== undefined)
}

if (import.meta.main) {
  // The second lock has Node itself, for machines whose own is too old.
  const problems = ['../package-lock.json', 'node/package-lock.json'].flatMap((path) => {
    const lock = JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as { packages: Packages }
    return checkLock(lock.packages)
  })
  if (problems.length > 0) {
    console.log([...problems, 'docs/operations.md says how npm writes these entries again.'].join('\n'))
    process.exit(1)
  }
}
