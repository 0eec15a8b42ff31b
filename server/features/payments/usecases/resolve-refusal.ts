import type { RefusalWay } from '#contract/payments.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { lockOwnCenter } from '#server/features/centers/usecases/require-member.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from '../payments.errors.ts'
import { givenBackMail, givenBackText } from '../payments.mail.ts'
import { clearRefusal, findRefund, lockRefused, setGivenBack } from '../repository/refused-refunds.ts'
import { recountCommission } from './recount-commission.ts'
import { refundJob } from './refund-online.ts'

type Resolution = { userId: string; centerId: string; refundId: string; way: RefusalWay }

const perHour = 60

/**
 * What the owner does about a refund that the gateway refused: asks for it again, as after paying money into the account, or records that
 * the centre gave it back itself, which the payer reads. A repeated press changes nothing.
 * @throws payments.refund_not_found, payments.refund_decided after the other way was chosen
 */
export async function resolveRefusal(
  platform: Platform,
  { userId, centerId, refundId, way }: Resolution,
): Promise<void> {
  await countAttempts(platform, [{ name: 'payments.resolve', key: userId, limit: perHour, windowSeconds: 3600 }])
  await platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now()
    // The payer's account before the centre, as in every payment: their points may change.
    const known = await findRefund(tx, { refundId })
    if (known?.centerId === centerId) await lockUser(tx, known.patientId)
    await lockOwnCenter(tx, { centerId, userId })
    const refund = await lockRefused(tx, { centerId, refundId })
    if (!refund) throw fail('payments.refund_not_found')
    if (way === 'gateway') {
      if (refund.doneAt !== null && refund.isRefused) throw fail('payments.refund_decided')
      if (!refund.isRefused) return
      await clearRefusal(tx, { refundId })
      await recountCommission(tx, { ...refund, now })
      await enqueue(tx, refundJob, { refundId }, { jobKey: `refund ${refundId}` })
      return
    }
    if (!refund.isRefused) throw fail('payments.refund_decided')
    if (refund.doneAt !== null) return
    await setGivenBack(tx, { ...refund, refundId, now })
    await recountCommission(tx, { ...refund, now })
    const { subject: title, text: message } = givenBackText(refund)
    const notice = { event: 'checkouts.receipt', about: null, href: `/receipts/${refund.checkoutId}` } as const
    await notifyUsers(tx, { platform, entries: [{ ...notice, to: { userId: refund.patientId }, title, message }] })
    if (refund.patientEmail === null) return
    const mail = givenBackMail({ ...refund, publicUrl: platform.settings.publicUrl })
    await queueMail(tx, { platform, to: refund.patientEmail, kind: 'checkouts.receipt', ...mail })
  })
}
