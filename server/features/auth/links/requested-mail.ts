import { z } from 'zod'

import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

import type { Metadata } from '../auth.types.ts'
import { findNewestSignUp, hasToken } from '../repository/one-time-tokens.ts'
import { findUser, lockUserByEmail, type User } from '../repository/users.ts'
import { kinds } from '../rules/token-kinds.ts'
import { registerAccount } from '../usecases/create-account.ts'
import { sendLink } from './send-link.ts'

// Whoever asks for a mail to an address they don't own learns nothing of its account, not even from how long the answer
// took: the request looks nothing up, and a job does all that depends on there being an account.

const common = {
  email: z.string(),
  /** Where the link ends, already checked. */
  redirectTo: z.string(),
  challenge: z.object({ code_challenge: z.string(), code_challenge_method: z.enum(['s256', 'plain']) }).optional(),
}

const askedLink = z.object({ kind: z.enum(['recovery', 'signup', 'email_change']), ...common })
const askedSignIn = z.object({
  kind: z.literal('magiclink'),
  ...common,
  createUser: z.boolean(),
  data: z.record(z.string(), z.unknown()),
})
/** A sign-up where the address must be confirmed. */
const askedSignUp = z.object({
  kind: z.literal('registration'),
  ...common,
  /** Of the account, if the address turns out to be new. */
  userId: z.uuid(),
  passwordHash: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})
const askedMail = z.discriminatedUnion('kind', [askedLink, askedSignIn, askedSignUp])
export type RequestedMail = z.infer<typeof askedMail>
type AskedSignIn = z.infer<typeof askedSignIn>
type AskedSignUp = z.infer<typeof askedSignUp>

const stored = z.object({ asked: askedMail, at: z.number() })
const purpose = 'asked mails'

/** As the job keeps it: it names an address, and may hold what a browser proves itself with. */
export function sealRequestedMail(platform: Platform, asked: RequestedMail): string {
  const text = JSON.stringify({ asked, at: platform.clock.now().getTime() } satisfies z.input<typeof stored>)
  return seal({ secret: platform.secret, purpose, text }).toString('base64')
}

/** Nobody waits any longer, and a job that does nothing ends, with the address that it names. */
const waitsMs = 3_600_000

/** Makes the link and mails it, if there is an account for it. */
export async function sendRequestedMail(platform: Platform, { sealed }: { sealed: string }): Promise<void> {
  const text = unseal({ secret: platform.secret, purpose, sealed: Buffer.from(sealed, 'base64') })
  // With another secret than it was asked with, all codes and sessions of before have ended as well.
  if (text === undefined) return
  const { asked, at } = stored.parse(JSON.parse(text))
  const hasWaitedLong = platform.clock.now().getTime() - at > waitsMs
  // A registration is not lost, however long the server was down.
  if (hasWaitedLong && asked.kind !== 'registration') return
  await platform.db.transaction().execute(async (tx) => {
    if (asked.kind === 'registration') return signUpUnconfirmed(tx, { platform, asked, now: new Date(at) })
    const newUserId = asked.kind === 'magiclink' ? await signUpByMail(tx, { platform, asked }) : undefined
    const user = await lockUserByEmail(tx, asked.email)
    if (!user) return
    const link: Link = { platform, user, redirectTo: asked.redirectTo, challenge: asked.challenge }
    if (asked.kind === 'magiclink') {
      await sendLink(tx, { ...link, ...purposeOf({ user, isNew: user.id === newUserId, asked }) })
    } else if (asked.kind === 'recovery') await sendLink(tx, { ...link, kind: asked.kind })
    else if (asked.kind === 'signup') await resendSignUp(tx, link)
    else await resendEmailChange(tx, link)
  })
}

type Link = Pick<AskedSignIn, 'redirectTo' | 'challenge'> & { platform: Platform; user: User }

// Asking for a mail again needs no proof, so a stranger may be who asks: the links of before stay valid, and the new one leads
// the owner of the address to a session, never to a code that only another browser could exchange.

/** With what the one before carried: the data of its sign-up and its failed tries. */
async function resendSignUp(tx: Tx, input: Link): Promise<void> {
  if (input.user.email_verified_at !== null) return
  const before = await findNewestSignUp(tx, { userId: input.user.id })
  await sendLink(tx, { ...before, ...input, kind: 'signup', challenge: undefined })
}

/** The halves that have not confirmed, for as long as their links live: later it is asked for anew, by whoever signs in. */
async function resendEmailChange(tx: Tx, input: Link): Promise<void> {
  const { user, platform } = input
  const { new_email: newEmail, email_change_sent_at: sentAt } = user
  if (newEmail === null || sentAt === null) return
  if (platform.clock.now().getTime() - sentAt.getTime() >= kinds.email_change_new.livesMs) return
  for (const kind of ['email_change_current', 'email_change_new'] as const) {
    if (!(await hasToken(tx, { userId: user.id, kind }))) continue
    await sendLink(tx, { ...input, kind, challenge: undefined })
  }
}

/** The account and its mail; beside an unconfirmed account only the mail, and nothing beside a confirmed one. */
async function signUpUnconfirmed(
  tx: Tx,
  { platform, asked, now }: { platform: Platform; asked: AskedSignUp; now: Date },
): Promise<void> {
  const { userId, email, passwordHash, metadata } = asked
  const link = { ...asked, platform, kind: 'signup', attempt: { passwordHash, metadata } } as const
  if (await registerAccount(tx, { ...asked, autoconfirm: false, now })) {
    return sendLink(tx, { ...link, user: { id: userId, email, new_email: null } })
  }
  const user = await lockUserByEmail(tx, email)
  // A job may run twice: its own account is no rival.
  if (!user || user.id === userId) return
  // The row stays as it is, password included: this may be anyone, and so may the one who was first. The link that the owner of
  // the address follows says whose password and data count.
  if (user.email_verified_at === null) await sendLink(tx, { ...link, user })
}

/** An account without a password, unconfirmed until its mail is used. Undefined: the address has one. */
async function signUpByMail(
  tx: Tx,
  { platform, asked }: { platform: Platform; asked: AskedSignIn },
): Promise<string | undefined> {
  const { email, createUser, data } = asked
  if (!createUser || (await findUser(tx, { email }))) return undefined
  const autoconfirm = !platform.settings.requireEmailConfirmation
  return registerAccount(tx, { email, passwordHash: null, metadata: data, autoconfirm, now: platform.clock.now() })
}

type Purpose = { kind: 'signup'; attempt: { passwordHash: null; metadata: Metadata } } | { kind: 'magiclink' }

/**
 * An account that nobody has ever entered may have been made by anybody. Whoever says something about themselves signs up
 * beside the others, and whose link the owner of the address follows counts. All else signs in.
 */
function purposeOf({ user, asked, isNew }: { user: User; isNew: boolean; asked: AskedSignIn }): Purpose {
  const isUntouched = user.email_verified_at === null && user.last_sign_in_at === null
  const saysSomething = Object.keys(asked.data).length > 0
  return isUntouched && (isNew || (asked.createUser && saysSomething))
    ? { kind: 'signup', attempt: { passwordHash: null, metadata: asked.data } }
    : { kind: 'magiclink' }
}
