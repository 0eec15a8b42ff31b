import type { Readable } from 'node:stream'

/** One object or file of a backup, with its SHA-256 in hexadecimal. */
export type Part = { path: string; sum: string; bytes: number }

/** Where backups are kept: one folder, or one prefix in a bucket, which has a folder for each backup. */
export type BackupTarget = {
  /** As the settings and the record of attempts name it. */
  address: string
  /** The backups and what is left of cut ones. Also empty where the target does not exist yet. */
  list(): Promise<StoredBackup[]>
  /** Begins a backup, which may take unchanged files from `previous`. @throws when there is one of that name */
  create(input: { name: string; previous: StoredBackup | undefined }): Promise<NewBackup>
  /** Frees what uploads left that were begun before that moment and never ended. */
  abandonUploads(input: { before: Date }): Promise<void>
}

/** A backup in a target, complete or not. Its parts have paths such as `tables/public.users.copy.gz`. */
export type StoredBackup = {
  address: string
  /** Undefined when there is no such part. */
  read(path: string): Promise<Readable | undefined>
  /** `writtenAt` is when its last part was written. */
  state(): Promise<{ hasManifest: boolean; writtenAt: Date }>
  /** Deletes the manifest first: an interrupted deletion must not look like a complete backup. */
  remove(): Promise<void>
}

export type NewBackup = StoredBackup & {
  /** How many files may be written at the same time. */
  filesAtOnce: number
  /** Writes a part, durably. */
  write(path: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Copies a file of this machine, or takes it from the previous backup when that has it with the hash `previousSum`.
   * @returns undefined when the file does not exist
   */
  writeFile(input: {
    path: string
    from: string
    previousSum: string | undefined
  }): Promise<Omit<Part, 'path'> | undefined>
  /** Writes the manifest, after everything else is stored. */
  complete(manifest: string): Promise<void>
}

export const backupNamePattern = /^senda-\d{8}T\d{6}Z$/
