import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hourMs } from '#server/platform/local-time.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'node_modules/.cache/senda-test-postgres')
const oldMs = hourMs
const execute = promisify(execFile)

/** The hash of everything that determines a migrated database: the migrations, the code that applies them, and the packages. */
export async function hashMigrated(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of ['server/migrations', 'server/platform/postgres']) {
    const names = await readdir(join(root, source))
    for (const name of names.sort()) hash.update(`${source}/${name}\0`).update(await readFile(join(root, source, name)))
  }
  return hash.update(await readFile(join(root, 'package-lock.json'))).digest('hex')
}

/** The files of a stopped PostgreSQL with the migrated database, kept for the next run, because creating them takes a second. */
export class StoredCluster {
  readonly #path: string

  constructor(hash: string) {
    this.#path = join(folder, hash)
  }

  /** Fills the empty folder. @returns false when no files with this hash are stored */
  async restoreTo(dataDir: string): Promise<boolean> {
    if (!existsSync(this.#path)) return false
    await copyFiles({ from: this.#path, to: dataDir })
    return true
  }

  async keep(dataDir: string): Promise<void> {
    // As root with a private temporary folder, PostgreSQL stores its files in another place.
    if ((await readdir(dataDir)).length === 0) return
    // Copied under another name first, because an interrupted copy must not look complete.
    const unfinished = `${this.#path}.${process.pid}`
    await mkdir(unfinished, { recursive: true })
    await copyFiles({ from: dataDir, to: unfinished })
    // Another run may have stored it already.
    if (existsSync(this.#path)) await rm(unfinished, { recursive: true })
    else await rename(unfinished, this.#path)
    await this.#removeOld()
  }

  /** Deletes the files of other migrations, except those that another run may be copying. */
  async #removeOld(): Promise<void> {
    const paths = (await readdir(folder)).map((name) => join(folder, name)).filter((path) => path !== this.#path)
    for (const path of paths) {
      const { mtimeMs } = await stat(path)
      if (mtimeMs < Date.now() - oldMs) await rm(path, { recursive: true, force: true })
    }
  }
}

/** Copies owners and permissions as well, because PostgreSQL doesn't open its files without them. */
async function copyFiles({ from, to }: { from: string; to: string }): Promise<void> {
  await execute('cp', ['-a', `${from}/.`, to])
}
