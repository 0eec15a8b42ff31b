import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { refusedSignature } from './bucket-signature.ts'
import { onCleanup } from './resources.ts'

type StoredObject = { content: Buffer; writtenAt: Date }
type Upload = { key: string; parts: Map<number, Buffer>; begunAt: Date }
/** What the next matching request gets instead of its answer. `after`: it is carried out first, and its answer is lost. */
export type Fault = {
  method?: string
  /** A part of the path and query. */
  url?: string
  times?: number
} & ({ status: number; code: string } | { cut: 'upload' | 'download' | 'after' })

type Request = { method: string; url: URL; key: string; headers: IncomingMessage['headers']; body: Buffer }

/** A page of a listing is short, so that a test needs few objects for several. */
const pageSize = 5

/**
 * A service with one bucket that answers as Amazon S3 does, with paths that begin with the bucket: it verifies signatures, hashes
 * and the clock, joins parts, and lists in pages. Everything is in memory. The clock is this machine's.
 */
export async function startBucketService({ bucket = 'copias', region = 'sa-east-1' } = {}) {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Upload>()
  const faults: Fault[] = []
  const requests: string[] = []
  const keys = { accessKey: 'AKIDEJEMPLO', secretKey: 'secreto/del+ejemplo' }
  let uploadCount = 0

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    requests.push(`${method} ${decodeURIComponent(url)}`)
    const fault = nextFault(method, url)
    if (fault && 'cut' in fault && fault.cut === 'upload') {
      await once(incoming, 'data')
      incoming.destroy()
      return
    }
    const body = Buffer.concat(await incoming.toArray())
    if (fault && 'status' in fault) return refuse(response, method, fault)
    const parsed = new URL(url, 'http://bucket')
    const path = decodeURIComponent(parsed.pathname)
    const request = { method, url: parsed, key: path.slice(bucket.length + 2), headers, body }
    const refusal = refusedSignature({ ...request, path: parsed.pathname, region, ...keys })
    if (refusal) return refuse(response, method, { status: refusal.status ?? 403, code: refusal.code })
    if (path.split('/')[1] !== bucket) return refuse(response, method, { status: 404, code: 'NoSuchBucket' })
    if (fault && 'cut' in fault && fault.cut === 'download') return cutDownload(response, request)
    if (fault) {
      answer(response, request, { isLost: true })
      response.destroy()
      return
    }
    answer(response, request)
  }

  function nextFault(method: string, url: string): Fault | undefined {
    const at = faults.findIndex(
      (fault) => (fault.method ?? method) === method && decodeURIComponent(url).includes(fault.url ?? ''),
    )
    const fault = faults[at]
    if (!fault) return undefined
    fault.times = (fault.times ?? 1) - 1
    if (fault.times === 0) faults.splice(at, 1)
    return fault
  }

  function answer(response: ServerResponse, request: Request, { isLost = false } = {}): void {
    const result = respond(request)
    if (isLost) return
    if ('code' in result) refuse(response, request.method, result)
    else response.writeHead(result.status, result.headers).end(request.method === 'HEAD' ? undefined : result.body)
  }

  function respond(request: Request):
    | { status: number; headers: Record<string, string>; body: Buffer | string }
    | {
        status: number
        code: string
      } {
    const { method, url, key, headers, body } = request
    const query = url.searchParams
    if (key === '') return query.has('uploads') ? listUploads(query) : list(query)
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) return begin(key)
    if (uploadId !== null) {
      const upload = uploads.get(uploadId)
      if (!upload || upload.key !== key) return { status: 404, code: 'NoSuchUpload' }
      if (method === 'PUT') return putPart(upload, Number(query.get('partNumber')), body)
      if (method === 'POST') return join(uploadId, upload, body.toString())
      uploads.delete(uploadId)
      return { status: 204, headers: {}, body: '' }
    }
    if (method === 'PUT') {
      const source = headers['x-amz-copy-source']
      const copied = typeof source === 'string' ? objects.get(source.slice(bucket.length + 2))?.content : body
      if (!copied) return { status: 404, code: 'NoSuchKey' }
      objects.set(key, { content: copied, writtenAt: new Date() })
      return xml(
        typeof source === 'string' ? `<CopyObjectResult><ETag>${tagOf(copied)}</ETag></CopyObjectResult>` : '',
        {
          etag: tagOf(copied),
        },
      )
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204, headers: {}, body: '' }
    }
    const found = objects.get(key)
    if (!found) return { status: 404, code: 'NoSuchKey' }
    return get(found.content, headers)
  }

  function get(content: Buffer, headers: IncomingMessage['headers']) {
    const etag = tagOf(content)
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
      return { status: 412, code: 'PreconditionFailed' }
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const part = content.subarray(from)
    return { status: from > 0 ? 206 : 200, headers: { etag, 'content-length': String(part.length) }, body: part }
  }

  function begin(key: string) {
    uploadCount += 1
    const id = `carga+${uploadCount}/=`
    uploads.set(id, { key, parts: new Map(), begunAt: new Date() })
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function putPart(upload: Upload, number: number, body: Buffer) {
    upload.parts.set(number, body)
    return { status: 200, headers: { etag: tagOf(body) }, body: '' }
  }

  function join(id: string, upload: Upload, text: string) {
    const listed = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const parts = listed.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number))
      return part && tagOf(part) === tag ? part : undefined
    })
    if (parts.length === 0 || parts.includes(undefined)) return { status: 400, code: 'InvalidPart' }
    const isSmall = parts.slice(0, -1).some((part) => part && part.length < 5 * 1024 * 1024)
    if (isSmall) return { status: 400, code: 'EntityTooSmall' }
    objects.set(upload.key, {
      content: Buffer.concat(parts.filter((part) => part !== undefined)),
      writtenAt: new Date(),
    })
    uploads.delete(id)
    return xml(`<CompleteMultipartUploadResult><Key>${upload.key}</Key></CompleteMultipartUploadResult>`)
  }

  /** The names after a position, in order; those with the delimiter after the prefix count as one. */
  function list(query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const groupOf = (key: string): string => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      return end === -1 ? key : key.slice(0, end + 1)
    }
    const names = [...new Set([...objects.keys()].filter((key) => key.startsWith(prefix)).map(groupOf))].toSorted()
    const token = query.get('continuation-token')
    const after = token === null ? '' : Buffer.from(token, 'base64').toString()
    const rest = names.filter((name) => name > after)
    const page = rest.slice(0, pageSize)
    const entries = page.map((name) => {
      const object = objects.get(name)
      if (!object) return `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
      return `<Contents><Key>${name}</Key><LastModified>${object.writtenAt.toISOString()}</LastModified></Contents>`
    })
    const isTruncated = rest.length > page.length
    const next = isTruncated
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
      : ''
    return xml(
      `<ListBucketResult><Prefix>${prefix}</Prefix><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
    )
  }

  function listUploads(query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    const entries = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
    const texts = entries.map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    )
    return xml(`<ListMultipartUploadsResult>${texts.join('')}</ListMultipartUploadsResult>`)
  }

  /** Half of the bytes, and then the end of the connection. */
  async function cutDownload(response: ServerResponse, request: Request): Promise<void> {
    const result = respond(request)
    if ('code' in result) return refuse(response, request.method, result)
    response.writeHead(result.status, result.headers)
    response.write(result.body.slice(0, Math.floor(result.body.length / 2)))
    await sleep(20)
    response.destroy()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Of a client that waits for no service: its second attempt follows after some milliseconds. */
    settings: { endpoint, region, ...keys, retryMs: 5 },
    address: `s3://${bucket}`,
    objects,
    uploads,
    requests,
    /** The next faults, each for the first request that it matches. */
    faults,
  }
}

function xml(content: string, headers: Record<string, string> = {}) {
  const body = content && `<?xml version="1.0" encoding="UTF-8"?>\n${content}`
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body }
}

function refuse(response: ServerResponse, method: string, { status, code }: { status: number; code: string }): void {
  const { body } = xml(`<Error><Code>${code}</Code><Message>Rechazado &amp; explicado</Message></Error>`)
  response.writeHead(status, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? undefined : body)
}

function tagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}
