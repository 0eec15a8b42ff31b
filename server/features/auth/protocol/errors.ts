import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { blockedMessage } from '#contract/auth-failures.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { QueueTimeoutError } from '#server/platform/limiter.ts'
import type { Log } from '#server/platform/log.ts'
import { isDatabaseUnavailable } from '#server/platform/postgres/database.ts'
import type { AccountStatus } from '../auth.types.ts'

/** The protocol's codes that the service uses, each with its default status and message. */
const catalogue = {
  access_denied: [403, 'The person cancelled at the provider'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_oauth_callback: [400, 'OAuth callback with missing authorization code'],
  bad_oauth_state: [400, 'OAuth state is invalid, expired, or of another browser'],
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid JWT'],
  captcha_failed: [400, 'captcha protection: request disallowed'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_provided: [422, 'The provider gave no email address, and an account needs one'],
  email_not_confirmed: [400, 'Email not confirmed'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  identity_already_exists: [422, 'Identity is already linked'],
  identity_not_found: [404, 'Identity not found'],
  insufficient_aal: [401, 'AAL2 session is required to update email or password when MFA is enabled.'],
  invalid_credentials: [400, 'Invalid login credentials'],
  mfa_challenge_expired: [
    422,
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  mfa_factor_name_conflict: [422, 'A factor with the friendly name for this user already exists'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_found: [404, 'Not found'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  otp_disabled: [422, 'Signups not allowed for otp'],
  over_email_send_rate_limit: [429, 'Email rate limit exceeded'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  provider_email_needs_verification: [
    422,
    'The provider has not verified the email address. A confirmation email has been sent to it.',
  ],
  provider_failed: [503, 'The provider could not be reached or gave no usable answer, please retry after a moment.'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  phone_provider_disabled: [400, 'Unsupported phone provider'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body is too large'],
  request_timeout: [504, 'Processing this request timed out, please retry after a moment.'],
  same_password: [422, 'New password should be different from the old password.'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  unavailable: [503, 'The service is not available right now, please retry after a moment.'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [403, 'User is banned'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  validation_failed: [400, 'Invalid request'],
  weak_password: [422, 'Password is too weak'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>

type AuthErrorCode = keyof typeof catalogue
type ErrorDetails = {
  status?: ContentfulStatusCode
  message?: string
  fields?: object
  retryAfterSeconds?: number
}

export class AuthError extends Error {
  override name = 'AuthError'
  readonly code: AuthErrorCode
  readonly status: ContentfulStatusCode
  readonly fields: object
  readonly retryAfterSeconds: number | undefined
  constructor(code: AuthErrorCode, { message, status, fields, retryAfterSeconds }: ErrorDetails) {
    super(message ?? catalogue[code][1])
    this.code = code
    this.status = status ?? catalogue[code][0]
    this.fields = fields ?? {}
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** `throw failAuth('otp_expired')`: status and message come from the catalogue unless they are given. */
export function failAuth(code: AuthErrorCode, input: ErrorDetails = {}): AuthError {
  return new AuthError(code, input)
}

/** For an account that `isBlocked` refuses. The message contains the reason and the end of the block. `status`: 400 where tokens are granted. */
export function failBlocked(input: { account: AccountStatus; status?: 400 }): AuthError {
  const { status, suspended_until: until, suspension_reason: reason } = input.account
  const isClosed = status !== 'suspended'
  const message = blockedMessage({
    isClosed,
    until: isClosed ? undefined : until?.toISOString(),
    reason: reason?.trim() || undefined,
  })
  return failAuth('user_banned', { message, ...(input.status && { status: input.status }) })
}

/** Maps any error to the protocol's. Unexpected errors are logged with the request's id. */
export function toAuthError({
  error,
  log,
  requestId,
  where,
}: {
  error: unknown
  log: Log
  requestId: string
  where: string
}): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof ORPCError && error.code === 'request.too_many') {
    const { retryAfterSeconds } = error.data as { retryAfterSeconds: number }
    return failAuth('over_request_rate_limit', { retryAfterSeconds })
  }
  if (error instanceof ORPCError && error.code === 'request.too_large') return failAuth('request_entity_too_large')
  if (error instanceof ORPCError && error.code === 'request.too_slow')
    return failAuth('request_timeout', { status: 408 })
  if (error instanceof ORPCError && error.code === 'service.unavailable') return failAuth('unavailable')
  if (error instanceof ORPCError && error.code === 'request.malformed') return failAuth('bad_json')
  if (error instanceof ORPCError && error.code === 'request.cross_site') {
    return failAuth('validation_failed', { status: 403, message: "Requests from other sites' pages are refused" })
  }
  if (error instanceof HTTPException && error.status === 504) return failAuth('request_timeout')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Two accounts moved to one address simultaneously; an UPDATE has no ON CONFLICT.
  if (code === '23505' && error instanceof Error && 'constraint' in error && error.constraint === 'users_email_key') {
    return failAuth('email_exists')
  }
  const logged = { requestId, where, err: error }
  if (isDatabaseUnavailable(error) || error instanceof QueueTimeoutError) {
    log.warn(logged, 'authentication service unavailable')
    return failAuth('unavailable')
  }
  log.error(logged, 'authentication request failed')
  return failAuth('unexpected_failure')
}

const apiVersion = '2024-01-01'

/** Clients that name the protocol's version get the newer of its two formats. */
export function errorResponse({ c, error }: { c: Context<HttpEnv>; error: AuthError }): Response {
  c.header('x-sb-error-code', error.code)
  if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds))
  const requestedVersion = c.req.header('x-supabase-api-version') ?? ''
  if (/^\d{4}-\d\d-\d\d$/.test(requestedVersion) && requestedVersion >= apiVersion) {
    c.header('X-Supabase-Api-Version', apiVersion)
    return c.json({ code: error.code, message: error.message, ...error.fields }, error.status)
  }
  return c.json({ code: error.status, error_code: error.code, msg: error.message, ...error.fields }, error.status)
}
