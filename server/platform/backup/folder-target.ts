import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { syncFolder } from '../file-store.ts'
import { copyFile, hashFile, tryLink, writeDurably } from './backup-parts.ts'
import { type BackupTarget, backupNamePattern, type NewBackup, type StoredBackup } from './backup-target.ts'
import { manifestFile } from './manifest.ts'

/** Backups as folders of a disk or a share of this machine. */
export function folderTarget(target: string): BackupTarget {
  return {
    address: target,

    async list() {
      const entries = await readdir(target, { withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isDirectory() && backupNamePattern.test(entry.name))
        .map(({ name }) => folderBackup(join(target, name)))
    },

    async create({ name, previous }) {
      const folder = join(target, name)
      await mkdir(target, { recursive: true, mode: 0o700 })
      await mkdir(folder, { mode: 0o700 })
      await mkdir(join(folder, 'tables'), { mode: 0o700 })
      await mkdir(join(folder, 'files'), { mode: 0o700 })
      return newFolderBackup({ target, folder, previous: previous?.address })
    },

    abandonUploads: () => Promise.resolve(),
  }
}

export function folderBackup(folder: string): StoredBackup {
  return {
    address: folder,

    async read(path) {
      const file = await open(join(folder, path), 'r').catch(() => undefined)
      return file?.createReadStream()
    },

    async state() {
      const { mtime } = await stat(folder)
      return { hasManifest: (await readdir(folder)).includes(manifestFile), writtenAt: mtime }
    },

    async remove() {
      await rm(join(folder, manifestFile), { force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function newFolderBackup({
  target,
  folder,
  previous,
}: {
  target: string
  folder: string
  previous: string | undefined
}): NewBackup {
  return {
    ...folderBackup(folder),
    filesAtOnce: 1,

    write: (path, source) =>
      writeDurably(join(folder, path), async (file) => {
        for await (const chunk of source) await file.writeFile(chunk)
      }),

    /** A file that never changes gets a second name, so that a backup only takes the space of what is new. */
    async writeFile({ path, from, previousSum }) {
      const to = join(folder, path)
      const earlier = previous !== undefined && previousSum !== undefined ? join(previous, path) : undefined
      if (earlier !== undefined && (await tryLink({ from: earlier, to }))) {
        const linked = await hashFile(to)
        if (linked.sum === previousSum) return linked
        // Its bytes have changed since.
        await rm(to)
      }
      return (await tryLink({ from, to })) ? await hashFile(to) : await copyFile({ from, to })
    },

    async complete(manifest) {
      const draft = join(folder, `${manifestFile}.draft`)
      await writeDurably(draft, (file) => file.writeFile(manifest))
      await syncFolder(join(folder, 'tables'))
      await syncFolder(join(folder, 'files'))
      await rename(draft, join(folder, manifestFile))
      await syncFolder(folder)
      await syncFolder(target)
    },
  }
}
