import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as invitations from '../repository/invitations.ts'
import * as ofOwner from '../repository/of-owner.ts'

export type ExportedCenter = NonNullable<Awaited<ReturnType<typeof exportCenter>>['center']>

export type ExportedInvitation = Awaited<ReturnType<typeof exportCenter>>['invitations'][number]

export type ExportedMembership = Awaited<ReturnType<typeof exportCenter>>['memberships'][number]

/** What somebody takes along of their own centre, of the centres where they work, and of invitations to either. */
export async function exportCenter(db: Db | Tx, o: { userId: string }) {
  return {
    center: await ofOwner.findWholeCenter(db, { centerId: o.userId }),
    memberships: await ofOwner.listMemberships(db, o),
    invitations: await invitations.listOfAccount(db, o),
  }
}
