import { api, withUserId } from '#server/api/procedures.ts'
import {
  anonymizeAppointmentsOfGuests,
  findHistoryOfGuest,
} from '#server/features/appointments/repository/of-center.ts'
import { sendNoticesOfGuests } from '#server/features/appointments/usecases/send-notice.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { hasDraftAboutGuest } from '#server/features/clinical-records/repository/private-notes.ts'
import { keepIdentitiesOfGuests } from '#server/features/clinical-records/usecases/keep-identities.ts'
import { fail } from '#server/features/contacts/contacts.errors.ts'
import * as repository from '#server/features/contacts/repository/guests.ts'
import { deleteMerged } from '#server/features/contacts/repository/merges.ts'
import { findBookable } from '#server/features/contacts/usecases/list-contacts.ts'
import { hasRefundablePackages } from '#server/features/packages/usecases/closed-centers.ts'
import type { Platform } from '#server/platform/platform.ts'

export const removeGuestRoutes = {
  contacts: {
    removeGuest: api.contacts.removeGuest.handler(async ({ input, context }) => {
      await removeGuest(context.platform, withUserId(context, input))
      return { removed: true }
    }),
  },
}

/**
 * Removes a guest who asked for it, or who was created twice. Their appointments stay without name, address and reason; the
 * guest's name is then «Paciente».
 * @throws centers.not_found, contacts.not_found, contacts.expected, contacts.has_packages, contacts.has_draft
 */
export async function removeGuest(
  platform: Platform,
  input: { userId: string; centerId: string; guestId: string },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    // Waits for requests that are booking for this guest.
    await repository.lockGuestsForDeletion(tx, input)
    if (!(await findBookable(tx, { member, person: { kind: 'guest', id: input.guestId }, now }))) {
      throw fail('contacts.not_found')
    }
    const { hasUpcoming, hasAny } = await findHistoryOfGuest(tx, { ...input, now })
    if (hasUpcoming) throw fail('contacts.expected')
    if (await hasRefundablePackages(tx, { ...input, now })) throw fail('contacts.has_packages')
    // The removal would delete it, and a visit of which it tells could never be recorded.
    if (await hasDraftAboutGuest(tx, input)) throw fail('contacts.has_draft')
    await keepIdentitiesOfGuests(tx, { platform, ...input })
    await sendNoticesOfGuests(tx, platform, { centerId: input.centerId, guestId: input.guestId })
    await anonymizeAppointmentsOfGuests(tx, { ...input, now })
    await deleteMerged(tx, input)
    if (hasAny) await repository.anonymizeGuests(tx, { ...input, now })
    else await repository.deleteGuests(tx, input)
  })
}
