import { parseError } from './bucket-xml.ts'

/** A call to a bucket failed. The message is one line for the operator, and has no key. */
export class BucketError extends Error {
  override name = 'BucketError'
  /** 0: there was no answer. */
  readonly status: number
  /** S3's word, or the network's; empty when there is none. */
  readonly code: string

  constructor({ message, status, code, cause }: { message: string; status: number; code: string; cause?: unknown }) {
    super(message, { cause })
    this.status = status
    this.code = code
  }

  /** Whether the same call may succeed later. */
  get mayRepeat(): boolean {
    return this.status === 0 || repeated.includes(this.status) || repeatedCodes.includes(this.code)
  }
}

const repeated = [429, 500, 502, 503, 504]
/** Also after another status, 200 among them. */
const repeatedCodes = ['InternalError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown']

const keys = 'BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY'
/** What the operator can do, by S3's word. */
const remedies: Record<string, string> = {
  InvalidAccessKeyId: `check ${keys}`,
  SignatureDoesNotMatch: `check ${keys}`,
  AccessDenied: `allow the key to list, read, write and delete there`,
  NoSuchBucket: 'create the bucket, or check its name',
  PermanentRedirect: 'check BACKUP_S3_REGION',
  AuthorizationHeaderMalformed: 'check BACKUP_S3_REGION',
  RequestTimeTooSkewed: 'set the clock of this machine',
}

export function errorOfResponse({ status, text, base }: { status: number; text: string; base: string }): BucketError {
  const { code, message } = parseError(text) ?? { code: '', message: '' }
  const reason = [`${status}`, code, message && `(${message.replaceAll(/\s+/g, ' ').slice(0, 200)})`]
  const remedy = remedies[code] ?? (status === 403 ? remedies.AccessDenied : undefined)
  const answered = `${base} answered ${reason.filter(Boolean).join(' ')}`
  return new BucketError({ message: remedy ? `${answered}: ${remedy}` : answered, status, code })
}

export function errorOfNetwork({ error, base }: { error: unknown; base: string }): BucketError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  const reason = isTimeout ? 'it did not answer in time' : code || (cause instanceof Error ? cause.message : 'unknown')
  return new BucketError({ message: `${base} cannot be reached: ${reason}`, status: 0, code, cause: error })
}
