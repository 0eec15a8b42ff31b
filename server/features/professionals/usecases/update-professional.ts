import { foldText } from '#contract/specialties.ts'
import { countUpcoming } from '#server/features/appointments/usecases/list-upcoming.ts'
import { mergeSpecialties } from '#server/features/centers/rules/centers.ts'
import { withdrawInvitationsOf } from '#server/features/centers/usecases/end-center.ts'
import { lockOwnCenter } from '#server/features/centers/usecases/require-member.ts'
import { refreshServices } from '#server/features/services/services.usecases.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../professionals.errors.ts'
import type { ProfessionalEdit } from '../professionals.types.ts'
import * as repository from '../repository/professionals.ts'

type Own = { centerId: string; userId: string }

type OwnProfessional = Own & { professionalId: string }

export async function updateProfessional(
  platform: Platform,
  input: OwnProfessional & { edit: ProfessionalEdit },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const before = await repository.lockOfCenter(tx, input)
    if (!before) throw fail('team.professional_not_found')
    await repository.updateProfessional(tx, input)
    if (before.isActive)
      await followSpecialties(tx, { ...input, now, before: before.specialties, after: input.edit.specialties })
  })
}

/**
 * Stops offering somebody, or offers them again. Patients who are still to come would find nobody: they are dealt with
 * before. Bookings that are being made are waited for, and those that begin later find nothing to book.
 * @throws team.professional_busy
 */
export async function setProfessionalActive(
  platform: Platform,
  input: OwnProfessional & { isActive: boolean },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const before = await repository.lockOfCenter(tx, input)
    if (!before) throw fail('team.professional_not_found')
    if (before.isActive === input.isActive) return
    const appointments = input.isActive ? 0 : await countUpcoming(tx, { ...input, now })
    if (appointments > 0) throw fail('team.professional_busy', { appointments })
    await repository.setActive(tx, input)
    if (!input.isActive) await withdrawInvitationsOf(tx, input)
    const [gone, come] = input.isActive ? [[], before.specialties] : [before.specialties, []]
    await followSpecialties(tx, { ...input, now, before: gone, after: come })
    await refreshServices(tx, { ...input, now })
  })
}

/** The centre's specialties lose what this professional did and nobody does any more, and take in what is new. */
async function followSpecialties(
  tx: Tx,
  {
    centerId,
    now,
    professionalId,
    after,
    before,
  }: { centerId: string; professionalId: string; before: readonly string[]; after: readonly string[]; now: Date },
): Promise<void> {
  const ofTeam = [...(await repository.listActiveSpecialties(tx, { centerId, except: professionalId })), ...after]
  const still = new Set(ofTeam.map(foldText))
  const gone = new Set(before.map(foldText).filter((folded) => !still.has(folded)))
  const known = (await repository.listCenterSpecialties(tx, { centerId })).filter((each) => !gone.has(foldText(each)))
  await repository.setCenterSpecialties(tx, { centerId, specialties: mergeSpecialties(known, ofTeam), now })
}
