import { type debtOrders, debtReminderDays, debtsPerPage, packageDebtsMax } from '#contract/tills.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { lockCenterState, reachesPatients } from '#server/features/centers/repository/closed.ts'
import { readQuery } from '#server/features/contacts/rules/contact-query.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { listOwingPackages } from '#server/features/packages/repository/owing.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { debtReminderMail, debtText } from '../mail/debts.ts'
import * as repository from '../repository/debts.ts'
import { fail } from '../tills.errors.ts'
import { requireDesk } from './require-desk.ts'

type LastReminder = { endsAt: Date; remindedAt: Date | null; now: Date }

function isRemindable({ endsAt, remindedAt, now }: LastReminder): boolean {
  return endsAt <= now && (remindedAt === null || now.getTime() - remindedAt.getTime() >= debtReminderDays * dayMs)
}

type DebtFilter = { centerId: string; q: string; order: (typeof debtOrders)[number]; page: number }

export async function readDebts({ db, clock }: Platform, { q, page, ...rest }: DebtFilter) {
  const now = clock.now()
  const isOpen = await reachesPatients(db, { ...rest, now })
  const found = await repository.listDebts(db, {
    ...rest,
    ...readQuery(q),
    limit: debtsPerPage,
    offset: (page - 1) * debtsPerPage,
  })
  const packages = await listOwingPackages(db, { ...rest, ...readQuery(q), limit: packageDebtsMax })
  return {
    ...found,
    packages,
    rows: found.rows.map(({ endsAt, hasVerifiedAddress, isAgreed, hasBlocked, ...row }) => ({
      ...row,
      canRemind:
        hasVerifiedAddress &&
        isAgreed &&
        !hasBlocked &&
        row.disputed === null &&
        isOpen &&
        isRemindable({ endsAt, remindedAt: row.remindedAt, now }),
    })),
  }
}

type Reminder = { userId: string; centerId: string; appointmentId: string }

/**
 * Mails the patient the amount still due, at most once per appointment in seven days, and only of what the patient booked, accepted
 * or paid a part of online, because a desk enters any visit and any price.
 */
export async function remindDebt(platform: Platform, input: Reminder): Promise<{ remindedAt: Date }> {
  const { userId, appointmentId } = input
  return platform.db.transaction().execute(async (tx) => {
    await requireDesk(tx, input)
    const now = platform.clock.now()
    // The reminder refers to its sender, whose account staff lock before the centre.
    await lockUser(tx, userId)
    const isOpen = (await lockCenterState(tx, { ...input, now })) === 'open'
    const debt = await repository.lockDebt(tx, input)
    if (!debt) throw fail('appointments.not_found')
    if (!isOpen) throw fail('tills.closed_by_staff')
    if (!debt.isDebt || debt.endsAt > now) throw fail('tills.not_a_debt')
    if (debt.disputed) throw fail('tills.disputed')
    if (debt.patientId && !debt.isAgreed) throw fail('tills.not_agreed')
    if (debt.hasBlocked) throw fail('tills.blocked_by_patient')
    const { remindedAt } = debt
    if (remindedAt && !isRemindable({ ...debt, now })) {
      throw fail('tills.reminded_lately', { sentAt: remindedAt })
    }
    if (!debt.patientId || !debt.email) throw fail('tills.no_address')
    const mail = debtReminderMail({ ...debt, centerId: input.centerId, publicUrl: platform.settings.publicUrl })
    const kind = 'tills.debt_reminder'
    const isQueued = await queueMail(tx, {
      platform,
      to: debt.email,
      userId: debt.patientId,
      kind,
      aboutId: appointmentId,
      ...mail,
    })
    if (!isQueued) throw fail('tills.no_address')
    const content = { title: mail.subject, message: debtText(debt), href: '/dashboard' }
    const about = { subject: 'debt', id: appointmentId } as const
    await notifyUsers(tx, { platform, entries: [{ event: kind, to: { userId: debt.patientId }, about, ...content }] })
    await repository.insertReminder(tx, {
      id: newId(),
      appointmentId,
      sentBy: userId,
      sentAt: now,
      amountCents: debt.dueCents,
    })
    return { remindedAt: now }
  })
}
