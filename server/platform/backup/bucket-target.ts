import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

import { isMissing } from '../file-store.ts'
import { StartError } from '../start-error.ts'
import { allEnded, hashFile, measure } from './backup-parts.ts'
import { type BackupTarget, backupNamePattern, type NewBackup, type StoredBackup } from './backup-target.ts'
import { type Bucket, type BucketSettings, openBucket } from './bucket-client.ts'
import { manifestFile } from './manifest.ts'

/** A call takes some tens of milliseconds, during which others may run. */
const callsAtOnce = 4

type Place = {
  address: string
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
  settings: BucketSettings
}

/** Backups as objects of a service that speaks the protocol of S3, with the same paths as in a folder. */
export function bucketTarget({ address, bucket: name, prefix, settings }: Place): BackupTarget {
  const bucket = openBucket({ settings, bucket: name })
  const backupOf = (folder: string) =>
    storedBackup({ bucket, address: `${address}/${folder}`, prefix: `${prefix}${folder}/` })
  return {
    address,

    async list() {
      const folders = await bucket.listFolders(prefix)
      return folders.filter((folder) => backupNamePattern.test(folder)).map(backupOf)
    },

    async create({ name: folder, previous }) {
      const created = backupOf(folder)
      for await (const _ of bucket.list(`${prefix}${folder}/`))
        throw new StartError(`${created.address} exists already.`)
      const previousPrefix = previous && `${prefix}${previous.address.slice(address.length + 1)}/`
      return newBackup({ bucket, created, prefix: `${prefix}${folder}/`, previousPrefix })
    },

    abandonUploads: (input) => bucket.abandonUploads({ prefix, ...input }),
  }
}

/** `prefix` is that of the backup itself. */
export function bucketBackup({ address, bucket, prefix, settings }: Place): StoredBackup {
  return storedBackup({ bucket: openBucket({ settings, bucket }), address, prefix })
}

function storedBackup({ bucket, address, prefix }: { bucket: Bucket; address: string; prefix: string }): StoredBackup {
  return {
    address,
    read: (path) => bucket.download(`${prefix}${path}`),

    async state() {
      let hasManifest = false
      let writtenAt = new Date(0)
      for await (const object of bucket.list(prefix)) {
        hasManifest ||= object.key === `${prefix}${manifestFile}`
        if (object.writtenAt > writtenAt) writtenAt = object.writtenAt
      }
      return { hasManifest, writtenAt }
    },

    async remove() {
      await bucket.remove(`${prefix}${manifestFile}`)
      let keys: string[] = []
      const removeGathered = async (): Promise<void> => {
        await allEnded(keys.map((key) => bucket.remove(key)))
        keys = []
      }
      for await (const { key } of bucket.list(prefix)) {
        if (keys.push(key) === callsAtOnce) await removeGathered()
      }
      await removeGathered()
    },
  }
}

function newBackup({
  bucket,
  created,
  prefix,
  previousPrefix,
}: {
  bucket: Bucket
  created: StoredBackup
  prefix: string
  previousPrefix: string | undefined
}): NewBackup {
  return {
    ...created,
    filesAtOnce: callsAtOnce,
    write: (path, source) => bucket.upload({ key: `${prefix}${path}`, source }),

    /** An object that the previous backup has is copied by the service, so that only what is new is sent. */
    async writeFile({ path, from, previousSum }) {
      const to = `${prefix}${path}`
      try {
        const file = await hashFile(from)
        const isKnown = previousPrefix !== undefined && file.sum === previousSum
        if (isKnown && (await bucket.copy({ from: `${previousPrefix}${path}`, to }))) return file
        const measured = measure()
        await pipeline(createReadStream(from), measured, (source) =>
          bucket.upload({ key: to, source: source as AsyncIterable<Uint8Array> }),
        )
        return { sum: measured.sum(), bytes: measured.bytes() }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    complete: (manifest) =>
      bucket.upload({
        key: `${prefix}${manifestFile}`,
        source: (async function* () {
          yield Buffer.from(manifest)
        })(),
      }),
  }
}
