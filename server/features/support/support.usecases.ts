import { randomInt } from 'node:crypto'
import { brand } from '#contract/brand.ts'
import { failField, failRequest } from '#contract/errors.ts'
import { nameMissingMessage } from '#contract/support.ts'
import { lockAccount } from '#server/features/auth/usecases/users.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { addressAttempts, countAttempts, takeWithin } from '#server/platform/rate-limit.ts'
import { deleteMails } from '#server/platform/stored-mails.ts'
import { acknowledgementMail, requestMail } from './support.mail.ts'
import * as repository from './support.repository.ts'

/** The alphabet leaves out 0, O, 1 and I, which look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A browser may send this many requests per hour. */
const requestsPerBrowser = 20
/** A network address, which a few dozen people may share, may send this many requests per hour. */
const requestsPerAddress = 100
/** An account may send this many requests per day. */
const requestsPerAccount = 20
/** An e-mail address gets this many, from all senders. Further requests are stored without a mail to it. */
const acknowledgementsPerDay = 3
/** The privacy policy states this time. */
const retentionDays = 365

type SupportRequest = {
  /** Undefined for a visitor. */
  userId: string | undefined
  visitorAddress: string
  /** The browser, if it has a visitor cookie. */
  visitorKey: string | undefined
  name: string | undefined
  email: string
  message: string
  from: 'widget' | 'contact'
  website: string | undefined
  idempotencyKey: string
}

/**
 * Stores a request, mails it to the operator and acknowledges it to its sender. Idempotent by key. The hidden
 * field `website` is filled in by programs, and by browsers that complete forms by themselves: such a request is marked for the
 * operator, and its address gets no acknowledgement.
 * @returns the request's reference
 */
export async function sendRequest(platform: Platform, input: SupportRequest): Promise<string> {
  const { userId, visitorAddress, visitorKey } = input
  await countAttempts(platform, [
    ...(visitorKey
      ? [{ name: 'support.browser', key: visitorKey, limit: requestsPerBrowser, windowSeconds: 3600 }]
      : []),
    ...addressAttempts({
      name: 'support.visitor',
      address: visitorAddress,
      limit: requestsPerAddress,
      windowSeconds: 3600,
    }),
    ...(userId ? [{ name: 'support.account', key: userId, limit: requestsPerAccount, windowSeconds: 86_400 }] : []),
  ])
  return platform.db.transaction().execute((tx) => storeRequest(tx, { platform, ...input }))
}

async function storeRequest(tx: Tx, { platform, ...input }: SupportRequest & { platform: Platform }): Promise<string> {
  const { idempotencyKey, email, message, from } = input
  const now = platform.clock.now()
  // The lock keeps an account that is being deleted from getting a new row.
  const account = input.userId === undefined ? undefined : await lockAccount(tx, { userId: input.userId, now })
  const fullName = input.name ?? account?.fullName
  if (fullName === undefined) throw failField('name', nameMissingMessage)
  const isSuspect = Boolean(input.website)
  const fields = { fullName, email, message, from, userId: account && input.userId }
  const id = newId()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const request = { reference: newReference(), ...fields }
    if (await repository.insertRequest(tx, { id, idempotencyKey, ...request, now })) {
      await mailRequest(tx, { platform, id, request: { ...request, isSuspect } })
      return request.reference
    }
    const sent = await repository.findByKey(tx, { idempotencyKey })
    if (sent && (sent.email !== email || sent.message !== message)) throw failRequest('request.key_reused')
    if (sent) return sent.reference
  }
  throw new Error('no reference is free')
}

type RequestText = Parameters<typeof requestMail>[0]

async function mailRequest(
  tx: Tx,
  { platform, id, request }: { platform: Platform; id: string; request: RequestText },
): Promise<void> {
  const { email, userId } = request
  const mailId = newId()
  const toOperator = { to: brand.email, replyTo: email, kind: 'support.request', ...requestMail(request) } as const
  // isCounted: no limit applies to mails to the operator's own address.
  await queueMail(tx, { platform, mailId, isCounted: true, ...toOperator })
  await repository.setMail(tx, { id, mailId })
  if (request.isSuspect) return
  const day = { secret: platform.secret, key: email.toLowerCase(), windowSeconds: 86_400 }
  if (!(await takeWithin(tx, { ...day, name: 'support.acknowledged', limit: acknowledgementsPerDay }))) return
  await queueMail(tx, {
    platform,
    to: email,
    kind: 'support.acknowledged',
    ...(userId !== undefined && { userId }),
    ...acknowledgementMail(request),
  })
}

/** Deletes the account's requests, and the mails that forwarded them to the operator. */
export async function deleteRequests(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await deleteMails(tx, { ids: await repository.deleteRequestsOf(tx, { userId }) })
}

export async function purgeRequests({ db, clock }: Platform): Promise<void> {
  await repository.deleteRequestsBefore(db, { before: new Date(clock.now().getTime() - retentionDays * dayMs) })
}

/** The sender quotes it in a mail or on the telephone. It is not a secret. */
function newReference(): string {
  return `S-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`
}
