import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'

import { type Fault, startBucketService } from '#server/testing/bucket-service.ts'
import { refusedSignature } from '#server/testing/bucket-signature.ts'
import { openBucket } from './bucket-client.ts'

const service = await startBucketService()
const { settings, objects, uploads, faults, requests } = service
const bucket = openBucket({ settings, bucket: 'copias' })

const mega = 1024 * 1024
const put = (key: string, content = 'hola') => bucket.upload({ key, source: Readable.from([Buffer.from(content)]) })
async function get(key: string): Promise<Buffer | undefined> {
  const stream = await bucket.download(key)
  return stream && buffer(stream)
}
async function listed(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list(prefix)) keys.push(key)
  return keys
}

test("the service of the tests verifies a signature as in Amazon's own example", () => {
  const request = {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    path: '/test.txt',
    body: Buffer.alloc(0),
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    now: new Date('2013-05-24T00:00:00Z'),
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  }
  expect(refusedSignature(request)).toBeUndefined()
  expect(refusedSignature({ ...request, path: '/other.txt' })).toEqual({ code: 'SignatureDoesNotMatch' })
  expect(refusedSignature({ ...request, body: Buffer.from('x') })).toMatchObject({ code: 'XAmzContentSHA256Mismatch' })
})

test('objects are stored, read, copied, listed over several pages and removed', async () => {
  for (let n = 10; n < 23; n += 1) await put(`a/uno/${n}`)
  await put('a/dos/1', '')
  expect(await listed('a/uno/')).toHaveLength(13)
  expect(await bucket.listFolders('a/')).toEqual(['dos', 'uno'])
  expect(await bucket.copy({ from: 'a/uno/10', to: 'b/1' })).toBe(true)
  expect(await bucket.copy({ from: 'a/none', to: 'b/2' })).toBe(false)
  expect([await get('b/1'), await get('a/dos/1'), await get('b/2')]).toEqual([
    Buffer.from('hola'),
    Buffer.alloc(0),
    undefined,
  ])
  await bucket.remove('b/1')
  await bucket.remove('b/1')
  expect(await get('b/1')).toBeUndefined()
})

test('a large object is sent in parts while it is read, of which at most two are in memory, and read whole', async () => {
  const bytes = 51 * mega
  let read = 0
  let ahead = 0
  async function* source() {
    for (let n = 0; read < bytes; n += 1) {
      const parts = [...uploads.values()].flatMap((upload) => [...upload.parts.values()])
      read += mega
      ahead = Math.max(ahead, read - parts.reduce((sum, part) => sum + part.length, 0))
      yield Buffer.alloc(mega, n)
    }
  }
  await bucket.upload({ key: 'grande', source: source() })
  expect(ahead).toBeLessThanOrEqual(32 * mega)
  expect(objects.get('grande')?.content.length).toBe(bytes)
  expect((await get('grande'))?.at(-1)).toBe(50)
  expect(requests.filter((request) => request.startsWith('PUT /copias/grande?partNumber='))).toHaveLength(4)
}, 60_000)

test.for<[string, Fault]>([
  ['answers that it is busy', { status: 503, code: 'SlowDown', times: 3 }],
  ['answers with an error of its own', { status: 500, code: 'InternalError' }],
  ['waited too long for the bytes', { status: 400, code: 'RequestTimeout' }],
  ['reports an error after the status 200', { status: 200, code: 'InternalError' }],
  ['ends the connection in the midst of the bytes', { cut: 'upload', method: 'PUT' }],
  ['loses its answer', { cut: 'after' }],
])('a service that %s is asked again', async ([, fault]) => {
  faults.push({ ...fault })
  await put('intento', 'entero')
  expect(await get('intento')).toEqual(Buffer.from('entero'))
  expect(faults).toEqual([])
})

test('a large object is stored once also when the answer to the joining of its parts is lost', async () => {
  faults.push({ method: 'POST', url: 'uploadId=', cut: 'after' })
  await bucket.upload({ key: 'unido', source: Readable.from([Buffer.alloc(17 * mega)]) })
  expect(objects.get('unido')?.content.length).toBe(17 * mega)
  expect(uploads.size).toBe(0)
}, 30_000)

test('an upload whose source or service fails leaves neither an object nor parts', async () => {
  async function* failing() {
    yield Buffer.alloc(17 * mega)
    throw new Error('the disk failed')
  }
  await expect(bucket.upload({ key: 'roto', source: failing() })).rejects.toThrow('the disk failed')
  faults.push({ method: 'PUT', url: 'partNumber=2', status: 403, code: 'AccessDenied' })
  await expect(bucket.upload({ key: 'roto', source: Readable.from([Buffer.alloc(17 * mega)]) })).rejects.toThrow(
    'AccessDenied',
  )
  expect(objects.has('roto')).toBe(false)
  expect(uploads.size).toBe(0)
}, 30_000)

test('a download that is cut goes on where it was cut', async () => {
  const content = Buffer.alloc(300_000, 'contenido')
  objects.set('largo', { content, writtenAt: new Date() })
  faults.push({ method: 'GET', url: 'largo', cut: 'download', times: 3 })
  expect(await get('largo')).toEqual(content)
  faults.push(
    { method: 'GET', url: 'largo', cut: 'download' },
    { method: 'GET', url: 'largo', status: 412, code: 'PreconditionFailed' },
  )
  await expect(get('largo')).rejects.toThrow('412 PreconditionFailed')
})

test.for<[string, Partial<typeof settings> & { name?: string }, RegExp]>([
  ['another key', { accessKey: 'AKIDOTRA' }, /403 InvalidAccessKeyId .*: check BACKUP_S3_ACCESS_KEY/],
  ['another secret', { secretKey: 'otro' }, /403 SignatureDoesNotMatch .*: check BACKUP_S3_ACCESS_KEY and/],
  ['another region', { region: 'us-east-1' }, /400 AuthorizationHeaderMalformed .*: check BACKUP_S3_REGION/],
  ['a bucket that does not exist', { name: 'otras' }, /404 NoSuchBucket .*: create the bucket/],
  ['an address where nothing listens', { endpoint: 'http://127.0.0.1:9' }, /cannot be reached: /],
])('%s is named with what to do', async ([, { name = 'copias', ...change }, reason]) => {
  const other = openBucket({ settings: { ...settings, ...change }, bucket: name })
  await expect(other.listFolders('a/')).rejects.toThrow(reason)
  await expect(other.download('a/uno/10')).rejects.toThrow(reason)
  await expect(other.remove('a/uno/10')).rejects.toThrow(reason)
})

test('a missing permission and a wrong clock are no missing object, and are not tried again', async () => {
  for (const [code, remedy] of [
    ['AccessDenied', 'allow the key to list'],
    ['RequestTimeTooSkewed', 'set the clock'],
  ] as const) {
    const before = requests.length
    faults.push({ status: 403, code })
    await expect(get('a/uno/10')).rejects.toThrow(`403 ${code} (Rechazado & explicado): ${remedy}`)
    expect(requests.length).toBe(before + 1)
  }
})

test('a service that stays busy is given up after seven attempts', async () => {
  const before = requests.length
  faults.push({ status: 503, code: 'SlowDown', times: 7 })
  await expect(put('nunca')).rejects.toThrow('503 SlowDown')
  expect(requests.length).toBe(before + 7)
})

test('only uploads in parts that began long ago are abandoned', async () => {
  uploads.set('vieja', { key: 'a/viejo', parts: new Map(), begunAt: new Date('2026-01-01') })
  uploads.set('nueva', { key: 'a/nuevo', parts: new Map(), begunAt: new Date() })
  uploads.set('ajena', { key: 'c/otro', parts: new Map(), begunAt: new Date('2026-01-01') })
  await bucket.abandonUploads({ prefix: 'a/', before: new Date('2026-06-01') })
  expect([...uploads.keys()]).toEqual(['nueva', 'ajena'])
})

test("Amazon's buckets are named in the host, except one with a dot", async () => {
  const requested: string[] = []
  const { fetch: original } = globalThis
  globalThis.fetch = async (input) => {
    requested.push((input as Request).url)
    return new Response('<ListBucketResult></ListBucketResult>')
  }
  try {
    const amazon = { ...settings, endpoint: undefined }
    for (const name of ['copias', 'copias.uy']) await openBucket({ settings: amazon, bucket: name }).listFolders('')
  } finally {
    globalThis.fetch = original
  }
  expect(requested.map((url) => url.split('?')[0])).toEqual([
    'https://copias.s3.sa-east-1.amazonaws.com/',
    'https://s3.sa-east-1.amazonaws.com/copias.uy',
  ])
})
