import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Deletes the centre's professionals with their hours, services and time off, unless staff approved the centre, or it has
 * another member, an appointment or a guest.
 */
export async function deleteUnusedTeam(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await tx
    .deleteFrom('professionals')
    .where('center_id', '=', centerId)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        exists(
          selectFrom('center_profiles')
            .select('center_profiles.id')
            .where('center_profiles.id', '=', centerId)
            .where('approved_at', 'is', null),
        ),
        not(
          exists(selectFrom('appointments').select('appointments.id').where('appointments.center_id', '=', centerId)),
        ),
        not(exists(selectFrom('guests').select('guests.id').where('guests.center_id', '=', centerId))),
        not(
          exists(
            selectFrom('center_members')
              .select('center_members.user_id')
              .where('center_members.center_id', '=', centerId)
              .where('center_members.user_id', '!=', centerId),
          ),
        ),
      ]),
    )
    .execute()
}
