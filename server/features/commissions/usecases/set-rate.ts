import { zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { recordAction, requireUnchanged } from '#server/features/moderation/usecases/record-action.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays, localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../commissions.errors.ts'
import { rateMail, undoneRateMail } from '../mail/rates.ts'
import * as repository from '../repository/rates.ts'
import { requireOtherCenter } from './require-other-center.ts'
import { notifyCenter } from './settle-commissions.ts'

/** A rate that starts later is probably a typing mistake. */
const maxDaysAhead = 731
const shownRates = 50

/** A measure on a centre's rate has the target type `commission` and the centre's id (decision 0088). */
export const targetOfRate = (centerId: string) => ({ targetType: 'commission', targetId: centerId }) as const

type RateChange = {
  actorId: string
  centerId: string
  ratePercent: number
  /** A local day, today or later. */
  appliesFrom: string
  reason: string
  lastMeasureId: string | null
}

/**
 * Sets a centre's commission rate from a day on. Commissions that were charged before keep their rate.
 * @throws centers.not_found, centerRecords.own_center, moderation.changed, commissions.rate_exists, and request.invalid for a
 * day that is past or too far ahead
 */
export async function setRate(platform: Platform, { actorId, centerId, lastMeasureId, ...input }: RateChange) {
  const { ratePercent, appliesFrom, reason } = input
  const now = platform.clock.now()
  const today = localDay({ instant: now, zone })
  if (appliesFrom < today) throw failField('appliesFrom', 'Elige hoy o un día que viene')
  if (appliesFrom > addDays({ day: today, days: maxDaysAhead })) {
    throw failField('appliesFrom', 'Puede empezar hasta dos años después de hoy')
  }
  await platform.db.transaction().execute(async (tx) => {
    await lockCenter(tx, { centerId })
    await requireOtherCenter(tx, { actorId, centerId })
    const target = targetOfRate(centerId)
    await requireUnchanged(tx, { ...target, lastMeasureId })
    const before = await repository.findRateOn(tx, { centerId, day: appliesFrom })
    const id = newId()
    if (!(await repository.insertRate(tx, { id, centerId, ratePercent, appliesFrom, now }))) {
      throw fail('commissions.rate_exists')
    }
    if (before === ratePercent) throw failField('ratePercent', 'Ya es el porcentaje de ese día')
    await notifyCenter(tx, platform, {
      centerId,
      content: rateMail({ ratePercent, appliesFrom, before, reason }),
    })
    await recordAction(tx, {
      ...target,
      moderatorId: actorId,
      actionType: 'rate_change',
      reason,
      details: { rate_id: id, percent: ratePercent, percent_before: before, from: appliesFrom },
      now,
    })
  })
}

/**
 * Undoes a change of a centre's rate. Commissions that were charged with the rate keep it.
 * @returns the details of the new measure
 * @throws moderation.already_undone
 */
export async function undoRateChange(
  tx: Tx,
  platform: Platform,
  { targetId: centerId, details, reason }: { targetId: string; details: Record<string, unknown>; reason: string },
): Promise<Record<string, unknown>> {
  const now = platform.clock.now()
  await lockCenter(tx, { centerId })
  const rate = await repository.undoRate(tx, { rateId: String(details.rate_id), now })
  if (!rate) throw fail('moderation.already_undone')
  const { ratePercent, appliesFrom } = rate
  const today = localDay({ instant: now, zone })
  const current = await repository.findRateOn(tx, { centerId, day: today })
  await notifyCenter(tx, platform, {
    centerId,
    content: undoneRateMail({ ratePercent, appliesFrom, current, today, reason }),
  })
  return { percent: ratePercent, from: appliesFrom }
}

/** @throws centers.not_found */
export async function readRates({ db, clock }: Pick<Platform, 'db' | 'clock'>, { centerId }: { centerId: string }) {
  const today = localDay({ instant: clock.now(), zone })
  const [center, rates] = await Promise.all([
    repository.findRates(db, { centerId, today }),
    repository.listRates(db, { centerId, limit: shownRates }),
  ])
  if (!center) throw fail('centers.not_found')
  return { ...center, today, rates }
}
