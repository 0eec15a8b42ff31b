import { telehealthConsent } from '#contract/telehealth.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { lockOwnAppointment } from '#server/features/appointments/usecases/lock-own-appointment.ts'
import { fail } from '#server/features/telehealth/telehealth.errors.ts'
import { type Decision, insertConsent } from '#server/features/telehealth/telehealth.repository.ts'
import { presentOwn } from '#server/features/telehealth/telehealth.routes.ts'
import { isDecidable } from '#server/features/telehealth/telehealth.rules.ts'
import { type OfPatient, requireOwn, type TelehealthState } from '#server/features/telehealth/telehealth.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

export const decideTelehealthRoutes = {
  telehealth: {
    decide: api.telehealth.decide.handler(async ({ input, context }) =>
      presentOwn(await decideConsent(context.platform, withUserId(context, input))),
    ),
  },
}

const decisionsPerHour = 60

/**
 * Stores the patient's decision about a virtual appointment, beside the earlier ones. Repeating the current one stores nothing.
 * @throws appointments.not_found, telehealth.not_virtual, telehealth.over, telehealth.text_changed
 */
export async function decideConsent(
  platform: Platform,
  input: OfPatient & { decision: Decision; textVersion: string },
): Promise<TelehealthState> {
  const limit = { name: 'telehealth.decided', limit: decisionsPerHour, windowSeconds: 3600 }
  await countAttempt(platform, { ...limit, key: input.userId })
  const { userId, appointmentId, decision, textVersion } = input
  return platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now()
    await lockOwnAppointment(tx, { caller: { userId, visitorKey: undefined }, appointmentId })
    const appointment = await requireOwn(tx, input)
    if (!isDecidable({ ...appointment, now })) throw fail('telehealth.over')
    // Consent applies only to the current text. Revoking needs no text.
    if (decision === 'given' && textVersion !== telehealthConsent.version) throw fail('telehealth.text_changed')
    const isRepeated = appointment.decision === decision && appointment.textVersion === textVersion
    const hasNothingToRevoke = decision === 'revoked' && appointment.decision !== 'given'
    if (!isRepeated && !hasNothingToRevoke) {
      const version = decision === 'given' ? textVersion : (appointment.textVersion ?? textVersion)
      await insertConsent(tx, { id: newId(), appointmentId, userId, decision, textVersion: version, now })
    }
    return { appointment: await requireOwn(tx, input), now }
  })
}
