import { maxProfessionals } from '#contract/team.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import type { NewProfessional, ProfessionalEdit } from '../centers.types.ts'
import * as repository from '../repository/professionals.ts'
import { updateBadge } from './approve-center.ts'
import { refuseWhileClosed } from './refuse-while-closed.ts'
import { lockOwnCenter } from './require-member.ts'
import { updateCenterSpecialties } from './update-offer.ts'

export async function addProfessional(
  platform: Platform,
  { edit, centerId, userId }: { centerId: string; userId: string; edit: ProfessionalEdit },
): Promise<{ professionalId: string }> {
  const professional = { ...edit, centerId }
  return platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, { centerId, userId })
    if ((await repository.countOfCenter(tx, { centerId })) >= maxProfessionals)
      throw fail('team.too_many_professionals')
    const now = platform.clock.now()
    // The desk could give it an appointment, whose patient would read its name.
    await refuseWhileClosed(tx, { centerId, texts: [{ field: 'name', changedTo: edit.name }], now })
    const added = await addProfessionalIn(tx, { professional, now })
    await updateBadge(tx, { centerId, now })
    return added
  })
}

/**
 * Like addProfessional(), in a transaction that has locked the centre. It adds the professional's specialties to the
 * centre's, so that searches find them.
 */
export async function addProfessionalIn(
  tx: Tx,
  { professional, now }: { professional: NewProfessional; now: Date },
): Promise<{ professionalId: string }> {
  const { centerId } = professional
  const id = newId()
  await repository.insertProfessional(tx, { id, professional, now })
  await updateCenterSpecialties(tx, { centerId, removed: [], offered: professional.specialties ?? [], now })
  return { professionalId: id }
}
