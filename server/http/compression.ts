import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best of ours that the browser takes. */
export function acceptedEncoding(acceptEncoding: string | null | undefined): Encoding {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/** Levels for text that a request waits for: brotli at 5 takes about as long as gzip at 6, and is smaller. */
export async function compress(o: { content: Buffer<ArrayBuffer>; encoding: Encoding }): Promise<Buffer<ArrayBuffer>> {
  if (o.encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: o.content.length }
    return await promisify(brotliCompress)(o.content, { params })
  }
  return o.encoding === 'gzip' ? await promisify(gzip)(o.content, { level: 6 }) : o.content
}
