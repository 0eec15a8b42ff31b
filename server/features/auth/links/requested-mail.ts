import { z } from 'zod'
import { defineJob, enqueue } from '#server/platform/jobs.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

import type { Metadata } from '../auth.types.ts'
import { findNewestSignUp, hasToken } from '../repository/one-time-tokens.ts'
import { findUser, lockUserByEmail, type User } from '../repository/users.ts'
import { kinds } from '../rules/token-kinds.ts'
import { registerAccount } from '../usecases/create-account.ts'
import { sendLink } from './send-link.ts'

// A visitor who requests a mail to a stranger's address learns nothing about its account, not even from the response time:
// the request looks nothing up, and a job does everything that depends on the account.

const commonFields = {
  email: z.string(),
  /** Where the link ends, already checked. */
  redirectTo: z.string(),
  challenge: z.object({ code_challenge: z.string(), code_challenge_method: z.enum(['s256', 'plain']) }).optional(),
}

const linkRequest = z.object({ kind: z.enum(['recovery', 'signup', 'email_change']), ...commonFields })
/** The link of a sign-up, unless another mail has carried one in the meantime. */
const missingLinkRequest = z.object({ kind: z.literal('missing link'), ...commonFields })
const signInRequest = z.object({
  kind: z.literal('magiclink'),
  ...commonFields,
  createUser: z.boolean(),
  /** The account's id, if the address turns out to be new. Jobs of earlier versions have none. */
  userId: z.uuid().optional(),
  data: z.record(z.string(), z.unknown()),
})
/** A sign-up where the setting requires a verified address. */
const signUpRequest = z.object({
  kind: z.literal('registration'),
  ...commonFields,
  /** The account's id, if the address turns out to be new. */
  userId: z.uuid(),
  passwordHash: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})
const requestedMail = z.discriminatedUnion('kind', [linkRequest, missingLinkRequest, signInRequest, signUpRequest])
export type RequestedMail = z.infer<typeof requestedMail>
type SignInRequest = z.infer<typeof signInRequest>
type SignUpRequest = z.infer<typeof signUpRequest>

const sealedRequest = z.object({ request: requestedMail, at: z.number() })
const purpose = 'requested mails'

export const requestedMailJob = defineJob({
  name: 'auth.requested-mail',
  payload: z.object({ sealed: z.string() }),
  run: ({ platform, payload }) => sendRequestedMail(platform, payload),
})

/** Queues a job for the mail, whether the address has an account or not. The caller counts the request before. */
export async function requestMail(platform: Platform, request: RequestedMail): Promise<void> {
  await enqueue(platform.db, requestedMailJob, { sealed: sealRequestedMail(platform, request) })
}

/** A time is held for ten minutes: a booking that follows the sign-up has been confirmed by then. */
const bookingMs = 11 * minuteMs

/**
 * The mail of a sign-up while booking. The mail of the booking confirms the address, too, so that one act has one mail; a visitor
 * who doesn't book gets the ordinary one.
 */
export async function requestMissingLink(
  tx: Tx,
  { platform, email, redirectTo }: { platform: Platform; email: string; redirectTo: string },
): Promise<void> {
  const sealed = sealRequestedMail(platform, { kind: 'missing link', email, redirectTo })
  const runAt = new Date(platform.clock.now().getTime() + bookingMs)
  await enqueue(tx, requestedMailJob, { sealed }, { runAt })
}

/** Sealed for the job queue: it contains an address, and may contain a password's hash or a browser's challenge. */
function sealRequestedMail(platform: Platform, request: RequestedMail): string {
  const text = JSON.stringify({ request, at: platform.clock.now().getTime() } satisfies z.input<typeof sealedRequest>)
  return seal({ secret: platform.secret, purpose, text }).toString('base64')
}

/** After this time the visitor no longer waits. The job then ends without a mail, and its row with the address is deleted. */
const maxWaitMs = hourMs

async function sendRequestedMail(platform: Platform, { sealed }: { sealed: string }): Promise<void> {
  const text = unseal({ secret: platform.secret, purpose, sealed: Buffer.from(sealed, 'base64') })
  // The secret has changed since the request, which also ended all earlier codes and sessions.
  if (text === undefined) return
  const { request, at } = sealedRequest.parse(JSON.parse(text))
  const hasWaitedLong = platform.clock.now().getTime() - at > maxWaitMs
  // A registration is carried out, however long the server was down.
  if (hasWaitedLong && request.kind !== 'registration') return
  await platform.db.transaction().execute(async (tx) => {
    if (request.kind === 'registration') return registerUnconfirmed(tx, { platform, request, now: new Date(at) })
    const newUserId = request.kind === 'magiclink' ? await signUpByMail(tx, { platform, request }) : undefined
    const user = await lockUserByEmail(tx, request.email)
    if (!user) return
    const link: Link = { platform, user, redirectTo: request.redirectTo, challenge: request.challenge }
    if (request.kind === 'magiclink') {
      await sendLink(tx, { ...link, ...purposeOf({ user, isNew: user.id === newUserId, request }) })
    } else if (request.kind === 'recovery') await sendLink(tx, { ...link, kind: request.kind })
    else if (request.kind === 'signup') await resendSignUp(tx, link)
    else if (request.kind === 'missing link') await sendMissingLink(tx, link)
    else await resendEmailChange(tx, link)
  })
}

type Link = Pick<SignInRequest, 'redirectTo' | 'challenge'> & { platform: Platform; user: User }

// A stranger may request a mail again, as this needs no proof. So earlier links stay valid, and the new one gives the address's
// owner a session, never a code that only another browser could exchange.

/** Carries over the earlier mail's sign-up data and failed tries. */
async function resendSignUp(tx: Tx, input: Link): Promise<void> {
  if (input.user.email_verified_at !== null) return
  const before = await findNewestSignUp(tx, { userId: input.user.id })
  await sendLink(tx, { ...before, ...input, kind: 'signup', challenge: undefined })
}

async function sendMissingLink(tx: Tx, link: Link): Promise<void> {
  if (!(await hasToken(tx, { userId: link.user.id, kind: 'signup' }))) await resendSignUp(tx, link)
}

/**
 * Mails the addresses that have not confirmed, while their links live. Later the user must sign in and start the change
 * again.
 */
async function resendEmailChange(tx: Tx, input: Link): Promise<void> {
  const { user, platform } = input
  const { new_email: newEmail, email_change_sent_at: sentAt } = user
  if (newEmail === null || sentAt === null) return
  if (platform.clock.now().getTime() - sentAt.getTime() >= kinds.email_change_new.lifetimeMs) return
  for (const kind of ['email_change_current', 'email_change_new'] as const) {
    if (!(await hasToken(tx, { userId: user.id, kind }))) continue
    await sendLink(tx, { ...input, kind, challenge: undefined })
  }
}

/** Creates the account and mails its link. An unverified account only gets the mail, a verified one nothing. */
async function registerUnconfirmed(
  tx: Tx,
  { platform, request, now }: { platform: Platform; request: SignUpRequest; now: Date },
): Promise<void> {
  const { userId, email, passwordHash, metadata } = request
  const link = { ...request, platform, kind: 'signup', attempt: { passwordHash, metadata } } as const
  if (await registerAccount(tx, { ...request, autoconfirm: false, now })) {
    await sendLink(tx, { ...link, user: { id: userId, email, new_email: null } })
    return
  }
  const user = await lockUserByEmail(tx, email)
  // A job may run twice, so the account may be the one that its first run created.
  if (!user || user.id === userId) return
  // The row stays unchanged, password included: either visitor may be a stranger. The link that the address's owner follows
  // decides whose password and data count.
  if (user.email_verified_at === null) await sendLink(tx, { ...link, user })
}

/** Creates an account without a password, unverified until its mail is used. Undefined: the address has an account. */
async function signUpByMail(
  tx: Tx,
  { platform, request }: { platform: Platform; request: SignInRequest },
): Promise<string | undefined> {
  const { email, createUser, userId, data } = request
  if (!createUser || (await findUser(tx, { email }))) return undefined
  const autoconfirm = !platform.settings.requireEmailConfirmation
  const now = platform.clock.now()
  const account = { email, passwordHash: null, metadata: data, autoconfirm, now }
  return registerAccount(tx, { ...account, ...(userId !== undefined && { userId }) })
}

type Purpose = { kind: 'signup'; attempt: { passwordHash: null; metadata: Metadata } } | { kind: 'magiclink' }

/**
 * A stranger may have created an account that has never been used. A request with sign-up data is a further sign-up with the
 * address, and the one whose link the address's owner follows counts. Any other request signs in.
 */
function purposeOf({ user, request, isNew }: { user: User; isNew: boolean; request: SignInRequest }): Purpose {
  const isUnused = user.email_verified_at === null && user.last_sign_in_at === null
  const hasSignUpData = Object.keys(request.data).length > 0
  return isUnused && (isNew || (request.createUser && hasSignUpData))
    ? { kind: 'signup', attempt: { passwordHash: null, metadata: request.data } }
    : { kind: 'magiclink' }
}
