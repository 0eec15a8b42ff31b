import { MIMEType } from 'node:util'

import { failRequest } from '#contract/errors.ts'

/**
 * The limits are above every form of ours: the longest is a centre's registration, with about 100 values and three
 * files.
 */
const maxParameters = 200
const maxParts = 20
const maxValues = 1000
const maxDepth = 16
/** The header of a part has its name and that of its file; file systems allow names of 255 characters. */
const maxPartHeaderBytes = 4096
/** RFC 2046 sets this limit. */
const maxBoundaryLength = 70

/** Checks each chunk of a body as it arrives. @throws request.too_large, request.malformed */
export type BodyGuard = (chunk: Uint8Array) => void

/**
 * Counts the parts, parameters and values of a body before any parser runs: a small body may hold so many of them that
 * parsing it blocks the process. A body of a type that the API does not read must be empty.
 */
export function createBodyGuard(contentType: string | null): BodyGuard {
  // The parsers also read a body without a type as JSON.
  if (contentType === null) return guardJson()
  const type = readType(contentType)
  if (type?.essence === 'application/json') return guardJson()
  if (type?.essence !== 'multipart/form-data') return refuseBody
  const boundary = type.params.get('boundary') ?? ''
  return boundary === '' || boundary.length > maxBoundaryLength ? refuseBody : guardParts(boundary)
}

/** Like createBodyGuard, for routes that read a urlencoded form, and every other type as JSON. */
export function createFormGuard(contentType: string | null): BodyGuard {
  const { essence } = (contentType !== null && readType(contentType)) || {}
  return essence === 'application/x-www-form-urlencoded' ? guardParameters() : guardJson()
}

export function refuseBody(chunk: Uint8Array): void {
  if (chunk.length > 0) throw failRequest('request.malformed')
}

/** Whether a URL has too many parameters; the parsers count empty ones as well. */
export function hasTooManyParameters(address: string): boolean {
  let parameters = 1
  for (let at = address.indexOf('&'); at >= 0; at = address.indexOf('&', at + 1)) parameters += 1
  return parameters > maxParameters
}

function readType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType)
  } catch {
    return undefined
  }
}

function tooLarge(): Error {
  return failRequest('request.too_large')
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

function guardJson(): BodyGuard {
  let [values, depth] = [0, 0]
  let [isInText, isEscaped] = [false, false]
  return (chunk) => {
    // An iterator is several times slower than the index.
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInText = false
      } else if (byte === quote) isInText = true
      else if (byte === comma) values += 1
      else if (byte === openList || byte === openObject) {
        values += 1
        depth += 1
        if (depth > maxDepth) throw tooLarge()
      } else if (byte === closeList || byte === closeObject) depth -= 1
    }
    if (values > maxValues) throw tooLarge()
  }
}

const ampersand = 0x26

function guardParameters(): BodyGuard {
  let parameters = 1
  return (chunk) => {
    for (let at = 0; at < chunk.length; at += 1) if (chunk[at] === ampersand) parameters += 1
    if (parameters > maxParameters) throw tooLarge()
  }
}

/** Counts every occurrence of the boundary as the start of a part, so that no parser can find more parts. */
function guardParts(boundary: string): BodyGuard {
  const mark = Buffer.from(`--${boundary}`)
  const headerEnd = Buffer.from('\r\n\r\n')
  let parts = 0
  /** The number of bytes read of the current header; undefined outside of headers. */
  let headerBytes: number | undefined
  /** The end of the previous chunk, in which the next boundary may begin. */
  let rest = Buffer.alloc(0)
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk])
    let at = 0
    for (;;) {
      const wanted = headerBytes === undefined ? mark : headerEnd
      const found = bytes.indexOf(wanted, at)
      // Bytes that may begin the searched text are kept for the next chunk.
      const end = found < 0 ? Math.max(at, bytes.length - wanted.length + 1) : found + wanted.length
      if (headerBytes !== undefined) headerBytes += end - at
      if (headerBytes !== undefined && headerBytes > maxPartHeaderBytes) throw tooLarge()
      at = end
      if (found < 0) break
      if (headerBytes === undefined) {
        parts += 1
        // The last boundary begins no part.
        if (parts > maxParts + 1) throw tooLarge()
        headerBytes = 0
      } else headerBytes = undefined
    }
    rest = bytes.subarray(at)
  }
}
