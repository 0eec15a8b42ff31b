import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

import { minuteMs, secondMs } from '../local-time.ts'
import { BucketError, errorOfNetwork, errorOfResponse } from './bucket-error.ts'
import { parseError, textOf, textsOf } from './bucket-xml.ts'

/** How this process reaches a service that speaks the protocol of S3. */
export type BucketSettings = {
  /** The service's address. Undefined: Amazon's of the region. */
  endpoint: string | undefined
  region: string
  accessKey: string
  secretKey: string
  /** The first wait between two attempts, in milliseconds; it doubles. */
  retryMs: number
}

/** S3 takes parts of 5 MB or more, 10,000 at most: an object has up to 167 GB. */
const pieceBytes = 16 * 1024 * 1024
const attempts = 7
/** A piece takes two minutes at 1 Mbit/s. */
const timeoutMs = 5 * minuteMs
const longestWaitMs = 30 * secondMs

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Undefined: the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}
type Answer = { headers: Headers; text: string }

export type Bucket = ReturnType<typeof openBucket>

/**
 * The objects of one bucket. Each call is tried again while the service is busy or unreachable, and throws a BucketError after that.
 * An upload keeps about two pieces of 16 MB in memory.
 */
export function openBucket({ settings, bucket }: { settings: BucketSettings; bucket: string }) {
  const { region, accessKey, secretKey, retryMs } = settings
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' })
  const base = addressOf({ settings, bucket })

  /** @returns a response with a status below 300, whose body is unread. @throws BucketError */
  async function send({ method, key, query = {}, headers = {}, body }: Call, signal?: AbortSignal): Promise<Response> {
    const url = new URL(key === undefined ? base : `${base}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    // The hash is signed, so a byte that changes on the way is refused.
    const signed = await client.sign(url.href, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sum },
      ...(body && { body: new Uint8Array(body) }),
    })
    const response = await fetch(signed, { redirect: 'manual', ...(signal && { signal }) }).catch((error: unknown) => {
      throw errorOfNetwork({ error, base })
    })
    if (response.status < 300) return response
    throw errorOfResponse({ status: response.status, text: await response.text().catch(() => ''), base })
  }

  async function repeat<T>(attempt: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof BucketError) || !error.mayRepeat || count === attempts) throw error
        await sleep(Math.min(longestWaitMs, retryMs * 2 ** (count - 1)) * (0.5 + Math.random() / 2))
      }
    }
  }

  /** A call whose answer is short. Copying and joining parts may report an error after the status 200. */
  function call(input: Call): Promise<Answer> {
    return repeat(async () => {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await send(input, signal)
      const text = await response.text().catch((error: unknown) => {
        throw errorOfNetwork({ error, base })
      })
      if (parseError(text)) throw errorOfResponse({ status: response.status, text, base })
      return { headers: response.headers, text }
    })
  }

  /** Undefined for an object that does not exist. */
  async function size(key: string): Promise<number | undefined> {
    const found = await orMissing(call({ method: 'HEAD', key }))
    return found && Number(found.headers.get('content-length'))
  }

  async function join({ key, uploadId, tags }: { key: string; uploadId: string; tags: string[] }) {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    await call({ method: 'POST', key, query: { uploadId }, body })
  }

  async function uploadInParts({ key, pieces }: { key: string; pieces: AsyncIterable<Piece> }): Promise<void> {
    const tags: string[] = []
    let uploadId: string | undefined
    let bytes = 0
    try {
      for await (const { content, isOnly } of pieces) {
        if (isOnly) return void (await call({ method: 'PUT', key, body: content }))
        uploadId ??= textOf((await call({ method: 'POST', key, query: { uploads: '' } })).text, 'UploadId') ?? ''
        const query = { partNumber: String(tags.length + 1), uploadId }
        const { headers } = await call({ method: 'PUT', key, query, body: content })
        tags.push(headers.get('etag') ?? '')
        bytes += content.length
      }
      await join({ key, uploadId: uploadId ?? '', tags })
    } catch (error) {
      // The answer to the first attempt of joining was lost.
      const isJoined = error instanceof BucketError && error.code === 'NoSuchUpload' && (await size(key)) === bytes
      if (isJoined) return
      if (uploadId) await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  /** The bytes from `from` on. Only the wait for the answer is bounded: the bytes of a large object may take hours. */
  async function open({ key, from = 0, tag }: { key: string; from?: number; tag?: string | null }) {
    const range = { range: `bytes=${from}-`, ...(tag && { 'if-match': tag }) }
    return repeat(() => send({ method: 'GET', key, headers: from > 0 ? range : {} }))
  }

  /** Goes on where a connection was cut, in the same object. */
  async function* readOn(key: string, opened: Response): AsyncGenerator<Uint8Array> {
    const length = opened.headers.get('content-length')
    const tag = opened.headers.get('etag')
    const total = length === null || opened.headers.has('content-encoding') ? undefined : Number(length)
    let response = opened
    let at = 0
    for (let cuts = 0; ; ) {
      const begun = at
      try {
        for await (const chunk of response.body ?? []) {
          at += chunk.length
          yield chunk
        }
        if (total === undefined || at === total) return
        throw new Error('the connection ended early')
      } catch (error) {
        cuts = at > begun ? 1 : cuts + 1
        if (cuts === attempts || total === undefined) throw errorOfNetwork({ error, base })
        await sleep(retryMs)
        response = await open({ key, from: at, tag })
      }
    }
  }

  return {
    /** Stores an object, which others see whole or not at all. */
    upload: ({ key, source }: { key: string; source: AsyncIterable<Uint8Array> }) =>
      uploadInParts({ key, pieces: inPieces(source) }),

    /** Undefined for an object that does not exist. */
    async download(key: string): Promise<Readable | undefined> {
      const response = await orMissing(open({ key }))
      return response && Readable.from(readOn(key, response), { objectMode: false })
    },

    /** Copies within the bucket, without moving bytes through this machine. @returns false when `from` does not exist */
    async copy({ from, to }: { from: string; to: string }): Promise<boolean> {
      const headers = { 'x-amz-copy-source': `/${bucket}/${from}` }
      return (await orMissing(call({ method: 'PUT', key: to, headers }))) !== undefined
    },

    /** A missing object is not an error. */
    async remove(key: string): Promise<void> {
      await orMissing(call({ method: 'DELETE', key }))
    },

    /** The objects whose names begin with `prefix`. */
    async *list(prefix: string): AsyncGenerator<{ key: string; writtenAt: Date }> {
      for await (const text of pages({ prefix })) {
        for (const entry of textsOf(text, 'Contents')) {
          yield { key: textOf(entry, 'Key') ?? '', writtenAt: new Date(textOf(entry, 'LastModified') ?? '') }
        }
      }
    },

    /** What follows `prefix` in the names of objects, up to the next slash. */
    async listFolders(prefix: string): Promise<string[]> {
      const folders: string[] = []
      for await (const text of pages({ prefix, delimiter: '/' })) {
        for (const entry of textsOf(text, 'CommonPrefixes')) {
          folders.push((textOf(entry, 'Prefix') ?? '').slice(prefix.length, -1))
        }
      }
      return folders
    },

    /** Ends uploads in parts that never ended: no listing shows them, and they are paid for. */
    async abandonUploads({ prefix, before }: { prefix: string; before: Date }): Promise<void> {
      const { text } = await call({ method: 'GET', query: { uploads: '', prefix } })
      for (const entry of textsOf(text, 'Upload')) {
        const key = textOf(entry, 'Key')
        const uploadId = textOf(entry, 'UploadId')
        if (!key || !uploadId || new Date(textOf(entry, 'Initiated') ?? '') >= before) continue
        await orMissing(call({ method: 'DELETE', key, query: { uploadId } }))
      }
    },
  }

  async function* pages(query: Record<string, string>): AsyncGenerator<string> {
    let token: string | undefined
    do {
      const next: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
      const { text } = await call({ method: 'GET', query: { 'list-type': '2', ...query, ...next } })
      yield text
      token = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : undefined
    } while (token !== undefined)
  }
}

/** Amazon names the bucket in the host, except one with a dot, for which its certificate does not hold; others in the path. */
function addressOf({ settings, bucket }: { settings: BucketSettings; bucket: string }): string {
  const { endpoint, region } = settings
  if (endpoint !== undefined) return `${endpoint}/${bucket}`
  const domain = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return bucket.includes('.') ? `https://${domain}/${bucket}` : `https://${bucket}.${domain}`
}

async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    // Not NoSuchBucket, which is a wrong setting. The answer to HEAD has no body, and so no code.
    if (error instanceof BucketError && error.status === 404 && error.code !== 'NoSuchBucket') return undefined
    throw error
  })
}

/** `isOnly`: the source had no more bytes than this. */
type Piece = { content: Buffer; isOnly: boolean }

async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  let count = 0
  const take = (): Buffer => {
    const content = Buffer.concat(chunks)
    chunks = []
    bytes = 0
    return content
  }
  for await (const chunk of source) {
    // All but the last have the same size, which some services require.
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceBytes - bytes)
      chunks.push(part)
      bytes += part.length
      at += part.length
      if (bytes < pieceBytes) continue
      count += 1
      yield { content: take(), isOnly: false }
    }
  }
  if (bytes > 0 || count === 0) yield { content: take(), isOnly: count === 0 }
}
