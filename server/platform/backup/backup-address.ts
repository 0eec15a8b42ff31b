import { resolve } from 'node:path'

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/

/** Undefined for an address that is not s3://bucket/prefix. The prefix ends with a slash, or is empty. */
export function readBucketAddress(address: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, path] = bucketAddress.exec(address) ?? []
  return bucket === undefined ? undefined : { bucket, prefix: path ? `${path.slice(1)}/` : '' }
}

/** Whether an address is meant for a bucket, well-formed or not: a folder's path has no scheme. */
export function isBucketAddress(address: string): boolean {
  return /^[\w+]+:\/\//.test(address)
}

/** An address as a person types it, which may be a relative path. */
export function absoluteAddress(address: string): string {
  return isBucketAddress(address) ? address.replace(/\/$/, '') : resolve(address)
}
