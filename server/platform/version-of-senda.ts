import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  release?: { commit: string }
}

/** The version in package.json; that of a release also names its commit. */
export const { version } = manifest

/** Whether these files were unpacked from a release (scripts/pack-release.ts), which runs in production only. */
export const isRelease = manifest.release !== undefined

/** The version and, of a release or of a build that knows it, the commit: `1.2.0+3f9a1c2`. */
export const versionOfSenda = isRelease ? version : [version, ...readCommit()].join('+')

/** What scripts/setup.mjs wrote beside the pages; nothing before the first build. */
function readCommit(): string[] {
  try {
    const commit = readFileSync(join(root, 'dist/commit.txt'), 'utf8').trim()
    return /^[0-9a-f]{7,40}$/.test(commit) ? [commit] : []
  } catch {
    return []
  }
}
