import { createHmac, type KeyObject } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

import type { KeyRing } from '../key-ring.ts'
import { keyedHash } from '../secrets.ts'
import { StartError } from '../start-error.ts'
import type { StoredBackup } from './backup-target.ts'

/** A later format that this code cannot read gets the next number. */
const format = 1
/** Written last: a folder without it is a backup that was cut. */
export const manifestFile = 'manifest.json'
/** The hash of every other file, in the form that `sha256sum --check` reads. */
export const sumsFile = 'SHA256SUMS'

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  file: z.string(),
})
const contents = z.object({
  format: z.literal(format),
  /** The version in package.json. */
  version: z.string(),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The migrations of the job queue. */
  queueMigrations: z.array(z.number()),
  /** Which SECRET_KEY the rows need, as database_secret says it. */
  secretId: z.string(),
  /** The keys that the clinical records need, each with a hash that only the key itself makes. */
  recordKeys: z.array(z.object({ id: z.string(), hash: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** The hash of SHA256SUMS. */
  sums: z.string(),
})
export type BackupContents = z.output<typeof contents>
export type TableOfBackup = z.output<typeof table>

const manifest = contents.extend({ seal: z.string() })

/** The hash by which a key of clinical records is known again; it reveals nothing of the key. */
export function hashOfRecordKey(key: KeyObject): string {
  return createHmac('sha256', key).update('key of a backup').digest('hex').slice(0, 16)
}

/** The text of the manifest, with a hash that only the owner of SECRET_KEY makes. */
export function sealManifest(secret: Uint8Array, backup: BackupContents): string {
  return `${JSON.stringify({ ...backup, seal: sealOf(secret, backup) }, null, 2)}\n`
}

function sealOf(secret: Uint8Array, backup: BackupContents): string {
  return keyedHash({ secret, purpose: 'manifest of a backup', text: JSON.stringify(contents.parse(backup)) })
}

type Manifest = BackupContents & { isSealedBy(secret: Uint8Array): boolean }

/** Undefined for a backup that is not complete or not readable. `isSealedBy` says whether this SECRET_KEY sealed it. */
export async function findManifest(backup: StoredBackup): Promise<Manifest | undefined> {
  const json = await readManifest(backup).catch(() => undefined)
  return json === undefined ? undefined : parseManifest(json)
}

async function readManifest(backup: StoredBackup): Promise<string | undefined> {
  const stream = await backup.read(manifestFile)
  return stream && text(stream)
}

function parseManifest(json: string): Manifest | undefined {
  const read = manifest.safeParse(parse(json))
  if (!read.success) return undefined
  const { seal, ...backup } = read.data
  return { ...backup, isSealedBy: (secret) => seal === sealOf(secret, backup) }
}

/** The manifest of a backup that was completed, unaltered, by a Senda that is not newer. @throws StartError */
export async function requireManifest(backup: StoredBackup): Promise<Manifest> {
  const json = await readManifest(backup)
  if (json === undefined) {
    throw new StartError(
      `${backup.address} is not a complete backup: it has no ${manifestFile}, which is written last. Choose another one.`,
    )
  }
  const stated = z.object({ format: z.number() }).safeParse(parse(json))
  if (stated.success && stated.data.format > format) {
    throw new StartError(`A newer version of Senda made this backup: restore it with that version.`)
  }
  const found = parseManifest(json)
  if (!found) throw new StartError(`${backup.address}/${manifestFile} is damaged. Choose another backup.`)
  return found
}

/** What the operator has to know about keys that are missing or wrong. */
export function findMissingKeys({ recordKeys, backup }: { recordKeys: KeyRing; backup: BackupContents }): string[] {
  return backup.recordKeys.flatMap(({ id, hash }) => {
    const key = recordKeys.byId.get(id)
    if (!key) return [`the key "${id}" of clinical records is missing`]
    return hashOfRecordKey(key) === hash ? [] : [`the key "${id}" of clinical records is another one`]
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
