import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

type Signed = {
  method: string
  url: URL
  /** As it was sent, percent-encoded. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  region: string
  accessKey: string
  secretKey: string
  now?: Date
}

const skewMs = 15 * 60_000

/**
 * Verifies a request by Amazon's signature version 4, from its description and not with the library that signs.
 * @returns undefined for a request that is signed right, else S3's word for what is wrong
 */
export function refusedSignature(request: Signed): { code: string; status?: number } | undefined {
  const { headers, body, region, accessKey, secretKey, now = new Date() } = request
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, id, day = '', signedRegion = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return { code: 'AccessDenied' }
  if (id !== accessKey) return { code: 'InvalidAccessKeyId' }
  if (signedRegion !== region) return { code: 'AuthorizationHeaderMalformed', status: 400 }
  const moment = String(headers['x-amz-date'])
  const [, date, hours, minutes, seconds] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(moment) ?? []
  const sentAt = Date.parse(`${date?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${hours}:${minutes}:${seconds}Z`)
  if (date !== day || Math.abs(sentAt - now.getTime()) > skewMs) return { code: 'RequestTimeTooSkewed' }
  const stated = String(headers['x-amz-content-sha256'])
  if (stated !== hash(body)) return { code: 'XAmzContentSHA256Mismatch', status: 400 }
  const signed = names.split(';')
  const sent = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (sent.some((name) => !signed.includes(name))) return { code: 'AccessDenied' }
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, hash(canonical(request, signed))].join('\n')
  return hmac(keyOf({ secretKey, day, region }), text).toString('hex') === signature
    ? undefined
    : { code: 'SignatureDoesNotMatch' }
}

function canonical({ method, url, path, headers }: Signed, signed: readonly string[]): string {
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  return [method, path, query, lines, signed.join(';'), String(headers['x-amz-content-sha256'])].join('\n')
}

function keyOf({ secretKey, day, region }: { secretKey: string; day: string; region: string }): Buffer {
  return [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, day))
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Everything but letters, digits and -._~ is percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
