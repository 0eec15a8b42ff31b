import { brand } from '#contract/brand.ts'
import { failField } from '#contract/errors.ts'
import { nameMissingMessage } from '#contract/support.ts'
import { lockAccount } from '#server/features/auth/usecases/users.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempts, takeWithin } from '#server/platform/rate-limit.ts'
import { deleteMails } from '#server/platform/stored-mails.ts'
import { acknowledgementMail, requestMail } from './support.mail.ts'
import * as repository from './support.repository.ts'
import { newReference } from './support.rules.ts'

/** Of one visitor's address in an hour; several people may share it. */
const perVisitorAddress = 20
/** Of one account in a day. */
const perAccount = 20
/** To one e-mail address in a day, from all writers: their other requests are stored without a mail to it. */
const acknowledgedPerDay = 3
/** Requests are deleted after this long. The privacy policy says so. */
const keptDays = 365

type Sent = {
  /** Of a writer who is signed in. */
  userId: string | undefined
  visitorAddress: string
  name: string | undefined
  email: string
  message: string
  from: 'widget' | 'contact'
  website: string | undefined
  idempotencyKey: string
}

/**
 * Stores a request, mails it to the operator and acknowledges it to its writer. A repeated key sends once. What a program wrote
 * into the hidden field is answered like any other request, and nothing is stored or mailed.
 * @returns its reference
 */
export async function sendRequest(platform: Platform, input: Sent): Promise<string> {
  const { userId, visitorAddress } = input
  await countAttempts(platform, [
    { name: 'support.visitor', key: visitorAddress, limit: perVisitorAddress, windowSeconds: 3600 },
    ...(userId ? [{ name: 'support.account', key: userId, limit: perAccount, windowSeconds: 86_400 }] : []),
  ])
  if (input.website) return newReference()
  return platform.db.transaction().execute((tx) => storeRequest(tx, { platform, ...input }))
}

async function storeRequest(tx: Tx, { platform, ...input }: Sent & { platform: Platform }): Promise<string> {
  const { idempotencyKey, email, message, from } = input
  const now = platform.clock.now()
  // An account that was deleted in the meantime must not get a new row.
  const account = input.userId === undefined ? undefined : await lockAccount(tx, { userId: input.userId, now })
  const fullName = input.name ?? account?.fullName
  if (fullName === undefined) throw failField('name', nameMissingMessage)
  const writing = { fullName, email, message, from, userId: account && input.userId }
  const id = newId()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const request = { reference: newReference(), ...writing }
    if (await repository.insertRequest(tx, { id, idempotencyKey, ...request, now })) {
      await mailRequest(tx, { platform, id, request })
      return request.reference
    }
    const stored = await repository.findReference(tx, { idempotencyKey })
    if (stored !== undefined) return stored
  }
  throw new Error('no reference is free')
}

type Stored = Parameters<typeof requestMail>[0]

async function mailRequest(
  tx: Tx,
  { platform, id, request }: { platform: Platform; id: string; request: Stored },
): Promise<void> {
  const { email, userId } = request
  const mailId = newId()
  const toOperator = { to: brand.email, replyTo: email, kind: 'support.request', ...requestMail(request) }
  // The operator's own address has no limit for mails.
  await queueMail(tx, { platform, mailId, isCounted: true, ...toOperator })
  await repository.setMail(tx, { id, mailId })
  const day = { secret: platform.secret, key: email.toLowerCase(), windowSeconds: 86_400 }
  if (!(await takeWithin(tx, { ...day, name: 'support.acknowledged', limit: acknowledgedPerDay }))) return
  await queueMail(tx, {
    platform,
    to: email,
    kind: 'support.acknowledged',
    ...(userId !== undefined && { userId }),
    ...acknowledgementMail(request),
  })
}

/** Deletes what the account wrote to support, and the mails that brought it to the operator. */
export async function deleteRequests(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await deleteMails(tx, { ids: await repository.deleteRequestsOf(tx, { userId }) })
}

export async function purgeRequests({ db, clock }: Platform): Promise<void> {
  await repository.deleteRequestsBefore(db, { before: new Date(clock.now().getTime() - keptDays * dayMs) })
}
