import { questionHours } from '#contract/question-limits.ts'
import { isVisible } from '#server/features/centers/repository/centers.ts'
import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import { newSecret } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from '../conversations.errors.ts'
import { questionMail } from '../conversations.mail.ts'
import { findNextToMail, insertQuestion, setLink } from '../repository/questions.ts'
import { lockAddress } from '../repository/visitors.ts'

const daySeconds = 86_400
/** Questions with one address, and from a browser's network, which a household or a clinic shares. */
const perDay = { email: 4, network: 30 }

type Question = {
  id: string
  centerId: string
  name: string
  email: string
  content: string
  website: string | undefined
  address: string
}

/**
 * Stores the question and mails a link to the given address. The centre learns of it when the link is used, so that no visitor writes in
 * another person's name. The mail has no text of the visitor, so that Senda carries none to a stranger, and a further question of the
 * address waits for the use of the earlier link. Idempotent by id.
 * @throws centers.not_found, request.too_many
 */
export async function askQuestion(platform: Platform, { website, ...input }: Question): Promise<void> {
  const { id, centerId, name: fullName, content } = input
  const email = input.email.toLowerCase()
  const day = { windowSeconds: daySeconds }
  await countAttempts(platform, [
    { ...day, name: 'questions.email', key: email, limit: perDay.email },
    ...addressAttempts({ ...day, name: 'questions.network', address: input.address, limit: perDay.network }),
  ])
  const now = platform.clock.now()
  if (!(await isVisible(platform.db, { centerId })) || !(await reachesPatients(platform.db, { centerId, now })))
    throw fail('centers.not_found')
  // A program that fills the hidden field in learns nothing from the response.
  if (website) return
  const expiresAt = new Date(now.getTime() + questionHours * hourMs)
  await platform.db.transaction().execute(async (tx) => {
    await lockAddress(tx, { email })
    if (await insertQuestion(tx, { id, centerId, fullName, email, content, expiresAt, now })) {
      await mailNextLink(tx, { platform, email })
    }
  })
}

/** Mails the link of the address's next question, unless an earlier link waits for its use. The caller has locked the address. */
export async function mailNextLink(tx: Tx, { platform, email }: { platform: Platform; email: string }): Promise<void> {
  const now = platform.clock.now()
  const next = await findNextToMail(tx, { email, now })
  if (!next) return
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + questionHours * hourMs)
  const content = questionMail({ url: `${platform.settings.publicUrl}/question/${token}` })
  const kind = 'conversations.question' as const
  const isQueued = await queueMail(tx, { platform, to: email, kind, validUntil: expiresAt, ...content })
  if (isQueued) await setLink(tx, { ...next, token, expiresAt })
}
