import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { newSecret } from './ids.ts'

/**
 * Where uploaded files are kept, by a name of newFileName(). A file never changes: what replaces it has another name.
 * All processes of one database see the same files.
 */
export type FileStore = {
  /** Writes the file whole or not at all, also when the machine crashes. */
  write(input: { name: string; content: Uint8Array }): Promise<void>
  /** Undefined for an unknown or invalid name. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** A missing file is not an error. */
  remove(name: string): Promise<void>
  list(input: { prefix: string; writtenBefore: Date }): Promise<string[]>
}

/** A name of this form can neither leave the folder nor be a hidden file. */
const namePattern = /^[a-z]{1,20}-[\w-]{43}(?:-\d{1,4})?\.[a-z0-9]{2,5}$/

/** 256 random bits and no typed text, so that only a caller who has the address finds the file. */
export function newFileName({ prefix }: { prefix: string }): string {
  return `${prefix}-${newSecret()}`
}

/** Files in one folder of this machine, which is created with the first file. */
export function createDiskFiles({ folder }: { folder: string }): FileStore {
  function pathOf(name: string): string {
    if (!namePattern.test(name)) throw new Error('a file name that newFileName() did not make')
    return join(folder, name)
  }
  return {
    async write({ name, content }) {
      const path = pathOf(name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Named like a file, so that the sweep of unused files also finds the drafts of a crashed process.
      const draft = pathOf(`${newFileName({ prefix: name.split('-')[0] ?? '' })}.draft`)
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, path)
        await syncFolder(folder)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async read(name) {
      if (!namePattern.test(name)) return undefined
      try {
        return new Uint8Array(await readFile(join(folder, name)))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),

    async list({ prefix, writtenBefore }) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      const found: string[] = []
      for (const name of names) {
        if (!name.startsWith(`${prefix}-`) || !namePattern.test(name)) continue
        const stats = await stat(join(folder, name)).catch(() => undefined)
        if (stats && stats.mtime < writtenBefore) found.push(name)
      }
      return found
    },
  }
}

/** Without it, a crash of the machine may lose the name of a written file. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and keeps the names of a closed file itself.
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Whether a write failed because the disk, or the user's part of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
