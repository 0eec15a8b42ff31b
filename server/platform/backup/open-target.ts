import { StartError } from '../start-error.ts'
import { isBucketAddress, readBucketAddress } from './backup-address.ts'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import type { BucketSettings } from './bucket-client.ts'
import { bucketBackup, bucketTarget } from './bucket-target.ts'
import { folderBackup, folderTarget } from './folder-target.ts'

type Reach = { bucket: BucketSettings | undefined }

/** @throws StartError for a bucket without its settings, or an address that is none */
export function openTarget(address: string, reach: Reach): BackupTarget {
  if (!isBucketAddress(address)) return folderTarget(address)
  return bucketTarget({ address, ...requireBucket(address, reach) })
}

/** A backup by its own address. @throws StartError as openTarget() */
export function openBackup(address: string, reach: Reach): StoredBackup {
  if (!isBucketAddress(address)) return folderBackup(address)
  return bucketBackup({ address, ...requireBucket(address, reach) })
}

function requireBucket(address: string, { bucket: settings }: Reach) {
  const place = readBucketAddress(address)
  if (!place) throw new StartError(`${address} is neither a folder nor s3://bucket/prefix.`)
  if (!settings) {
    throw new StartError(`For ${address}, set BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.`)
  }
  return { ...place, settings }
}
