import { zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import { type ActionTarget, defineAction } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays, localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../commissions.errors.ts'
import { rateMail, rateText, undoneRateMail, undoneRateText } from '../commissions.mail.ts'
import { estimateLowering, wasSetBy } from '../repository/given-up.ts'
import * as repository from '../repository/rates.ts'
import { requireGiftLimit } from './require-gift-limit.ts'
import { requireOtherCenter } from './require-other-center.ts'
import { notifyCenter } from './settle-commissions.ts'

/** A rate that starts later is probably a typing mistake. */
const maxDaysAhead = 731
const shownRates = 50

/** An action on a centre's rate has the target type `commission` and the centre's id (decision 0088). */
export const targetOfRate = (centerId: string) => ({ targetType: 'commission', targetId: centerId }) as const

type RateChange = {
  ratePercent: number
  /** The local day is today or later. */
  appliesFrom: string
}

const centerWithRate: ActionTarget<unknown> = {
  type: 'commission',
  lock: (tx, { targetId }) => lockCenter(tx, { centerId: targetId }),
}

type StoredRate = { rate_id: string; percent: number; percent_before: number; from: string; given_cents: number }

export const rateActions = {
  /** @throws centers.not_found, centerRecords.own_center, commissions.rate_exists, commissions.admin_only */
  setRate: defineAction<unknown, RateChange, { details: StoredRate }>({
    target: centerWithRate,
    type: 'rate_change',
    check: (tx, { targetId, actor }) => requireOtherCenter(tx, { actorId: actor.userId, centerId: targetId }),
    async apply(tx, { targetId: centerId, ratePercent, appliesFrom, actor, now }) {
      const before = await repository.findRateOn(tx, { centerId, day: appliesFrom })
      const id = newId()
      if (!(await repository.insertRate(tx, { id, centerId, ratePercent, appliesFrom, now }))) {
        throw fail('commissions.rate_exists')
      }
      if (before === ratePercent) throw failField('ratePercent', 'Ya es el porcentaje de ese día')
      const rates = { fromPercent: before, toPercent: ratePercent }
      const given = Math.max(0, await estimateLowering(tx, { centerId, ...rates, now }))
      await requireGiftLimit(tx, { actor, cents: given, now })
      const percents = { percent: ratePercent, percent_before: before }
      return { details: { rate_id: id, ...percents, from: appliesFrom, given_cents: given } }
    },
    async mail(tx, { platform, targetId: centerId, ratePercent, appliesFrom, reason }, { details }) {
      const content = rateMail({ ratePercent, appliesFrom, before: details.percent_before, reason })
      const text = rateText({ ratePercent, appliesFrom, before: details.percent_before })
      const notice = { event: 'commissions.rate', thread: `rate ${details.rate_id}`, reason } as const
      await notifyCenter(tx, platform, { centerId, content, ...notice, ...text })
    },
    // notifyCenter() does both.
    bell: 'none',
    undo: {
      /** Commissions that were charged with the rate keep it. @throws moderation.already_undone, commissions.admin_only */
      async apply(tx, { targetId: centerId, actor, details, now }) {
        const rateId = String(details.rate_id)
        const rate = await repository.undoRate(tx, { rateId, now })
        if (!rate) throw fail('moderation.already_undone')
        const { ratePercent: percent, appliesFrom: from } = rate
        const given = await givenByUndo(tx, { centerId, rateId, percent, from, actor, now })
        await requireGiftLimit(tx, { actor, cents: given, now })
        return { percent, from, given_cents: given }
      },
      async mail(tx, { platform, targetId: centerId, details, reason, now }) {
        const { percent: ratePercent, from: appliesFrom, rate_id: rateId } = details as StoredRate
        const today = localDay({ instant: now, zone })
        const current = await repository.findRateOn(tx, { centerId, day: today })
        const undone = { ratePercent, appliesFrom, current, today }
        const content = undoneRateMail({ ...undone, reason })
        const notice = { event: 'commissions.rate', thread: `rate ${rateId}`, reason } as const
        await notifyCenter(tx, platform, { centerId, content, ...notice, ...undoneRateText(undone) })
      },
      bell: 'none',
    },
  }),
}

type UndoneRate = { centerId: string; rateId: string; percent: number; from: string; actor: Staff; now: Date }

/** What the undo of a higher rate gives up, in cents. Who takes back what they have set themselves gives up nothing. */
async function givenByUndo(tx: Tx, { rateId, percent, from, actor, ...rest }: UndoneRate): Promise<number> {
  if (await wasSetBy(tx, { rateId, staffId: actor.userId })) return 0
  const after = await repository.findRateOn(tx, { centerId: rest.centerId, day: from })
  return Math.max(0, await estimateLowering(tx, { fromPercent: percent, toPercent: after, ...rest }))
}

type Request = RateChange & { actor: Staff; centerId: string; reason: string; lastActionId: string | null }

/**
 * Sets a centre's commission rate from a day on. Commissions that were charged before keep their rate.
 * @throws moderation.changed, what rateActions.setRate throws, and request.invalid for a day that is past or too far ahead
 */
export async function setRate(platform: Platform, { centerId, ...input }: Request): Promise<void> {
  const { appliesFrom } = input
  const today = localDay({ instant: platform.clock.now(), zone })
  if (appliesFrom < today) throw failField('appliesFrom', 'Elige hoy o un día que viene')
  if (appliesFrom > addDays({ day: today, days: maxDaysAhead })) {
    throw failField('appliesFrom', 'Puede empezar hasta dos años después de hoy')
  }
  await platform.db
    .transaction()
    .execute((tx) => rateActions.setRate.run(tx, platform, { ...input, targetId: centerId }))
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
