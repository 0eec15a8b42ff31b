import type { CenterProfile } from '#contract/centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from './centers.errors.ts'
import { type Member, managesCenter } from './centers.policy.ts'
import { excerpt, hasBadge, mergeWeeklyIntervals, presentCenter } from './centers.rules.ts'
import type { CenterRow, Coordinates, Geocoder, NewCenter, Place } from './centers.types.ts'
import * as access from './repository/access.ts'
import * as repository from './repository/centers.ts'
import * as invitations from './repository/invitations.ts'
import { findMember, listMembershipsOf } from './repository/members.ts'
import * as ofOwner from './repository/of-owner.ts'

/** Makes the centre of an account, neither approved nor public yet, with the account as its owner. */
export async function createCenter(
  platform: Platform,
  { geocoder = repository.gazetteer(platform.db), ...center }: NewCenter & { geocoder?: Geocoder },
): Promise<{ centerId: string }> {
  const { address, neighborhood = null, department = 'Montevideo' } = center
  // Before the transaction: a geocoder may ask a slow stranger.
  const coordinates = center.coordinates ?? (await geocoder({ address, neighborhood, department }))
  await platform.db
    .transaction()
    .execute((tx) => repository.insertCenter(tx, { center, coordinates, now: platform.clock.now() }))
  return { centerId: center.ownerId }
}

/** As well as the gazetteer knows. Before a transaction: a geocoder may ask a slow stranger. */
export async function locateAddress(
  { db }: Platform,
  address: Parameters<Geocoder>[0],
): Promise<Coordinates | undefined> {
  return repository.gazetteer(db)(address)
}

/** As createCenter, in the caller's transaction; `center` brings its coordinates along, if somebody knows them. */
export async function createCenterIn(tx: Tx, { center, now }: { center: NewCenter; now: Date }): Promise<void> {
  await repository.insertCenter(tx, { center, coordinates: center.coordinates, now })
}

/**
 * The centre that a sign-up names, in the caller's transaction: nobody sees it before its profile is complete and staff
 * approved it, so its address may be missing. Does nothing when the account has a centre.
 */
export async function createPendingCenter(
  tx: Tx,
  o: {
    ownerId: string
    centerName: string
    fullName: string
    email: string
    phone: string | null
    specialty: string | null
    now: Date
  },
): Promise<void> {
  if (await ofOwner.hasCenter(tx, o)) return
  const center: NewCenter = {
    ownerId: o.ownerId,
    name: o.centerName,
    ownerName: o.fullName,
    email: o.email,
    phone: o.phone,
    address: '',
    specialties: o.specialty === null ? [] : [o.specialty],
  }
  await repository.insertCenter(tx, { center, coordinates: undefined, now: o.now })
}

export async function ownsCenter(tx: Tx, o: { ownerId: string }): Promise<boolean> {
  return ofOwner.hasCenter(tx, o)
}

/** For ending it: nobody enters anything there until the transaction ends. False for one that staff approved, or none. */
export async function lockUnapprovedCenter(tx: Tx, o: { centerId: string }): Promise<boolean> {
  return ofOwner.lockUnapproved(tx, o)
}

/** Whoever began with the centre was somebody else: nobody whom they let in stays. */
export async function restartAccess(tx: Tx, o: { centerId: string; now: Date }): Promise<void> {
  await access.restartAccess(tx, o)
}

/** The centre of a sign-up that counts no more. One that staff approved, or that has a professional, stays. @returns whether it did */
export async function dropPendingCenter(tx: Tx, o: { ownerId: string }): Promise<boolean> {
  await ofOwner.deletePendingCenter(tx, o)
  return ofOwner.hasCenter(tx, o)
}

/** Staff approved what the centre showed; `verified` also gives it the badge. The first approval's date stays. */
export async function approveCenter(platform: Platform, o: { centerId: string; verified: boolean }): Promise<void> {
  await repository.setApproved(platform.db, { ...o, now: platform.clock.now() })
}

/** A document has lapsed: the badge goes, and without a licence new bookings, too. The caller has locked the centre. */
export async function loseBadge(tx: Tx, o: { centerId: string; hasLicense: boolean; now: Date }): Promise<void> {
  await repository.setNonCompliant(tx, o)
}

export async function publishCenter(platform: Platform, o: { centerId: string; isPublic: boolean }): Promise<void> {
  await repository.setPublic(platform.db, { ...o, now: platform.clock.now() })
}

/** Writers of whatever is counted into the centre's own row call this first, in their transaction. */
export async function lockCenter(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.lockCenterRow(tx, centerId))) throw fail('centers.not_found')
}

/** Who asks, as a member of the centre. To everybody else there is no such centre here. */
export async function requireMember(db: Db | Tx, o: { centerId: string; userId: string }): Promise<Member> {
  const member = await findMember(db, o)
  if (!member) throw fail('centers.not_found')
  return member
}

export async function requireOwner(db: Db | Tx, o: { centerId: string; userId: string }): Promise<Member> {
  const member = await requireMember(db, o)
  if (!managesCenter(member)) throw fail('centers.owner_only')
  return member
}

/** For a write of the owner's: nobody else writes into the centre until the transaction ends. */
export async function lockOwnCenter(tx: Tx, o: { centerId: string; userId: string }): Promise<void> {
  await requireOwner(tx, o)
  await lockCenter(tx, o)
}

/** The centres where somebody works. */
export async function listCenterIdsOf(db: Db | Tx, { userId }: { userId: string }): Promise<string[]> {
  return (await listMembershipsOf(db, { userId })).map(({ centerId }) => centerId)
}

export async function requireVisibleCenter(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.isVisible(platform.db, { centerId }))) throw fail('centers.not_found')
}

type CardOfCenter = ReturnType<typeof presentCenter>

/** What the cards of these centres show, by id; one that is not public is missing. */
export async function listCenterCards(
  platform: Platform,
  { centerIds }: { centerIds: readonly string[] },
): Promise<Map<string, CardOfCenter>> {
  const rows = await repository.listVisibleCenters(platform.db, { centerIds })
  return new Map(rows.map((row) => [row.id, { ...presentCenter(row), description: excerpt(row.description) }]))
}

export async function getPlace(platform: Platform, { slug }: { slug: string }): Promise<Place | undefined> {
  return repository.findPlace(platform.db, { slug })
}

type ProfileQuestion = { centerId: string; reviewsByStars: CenterProfile['reviewsByStars'] }

/** What anybody may read of a centre. */
export async function requireCenterProfile({ db }: Platform, o: ProfileQuestion): Promise<CenterProfile> {
  const [row] = await repository.listVisibleCenters(db, { centerIds: [o.centerId] })
  return completeProfile(db, { ...o, row })
}

/** What anybody would read of a centre if it were public and approved; for its own people. */
export async function previewCenterProfile({ db }: Platform, o: ProfileQuestion): Promise<CenterProfile> {
  return completeProfile(db, { ...o, row: await repository.findCenter(db, o) })
}

async function completeProfile(
  db: Db,
  { row, centerId, reviewsByStars }: ProfileQuestion & { row: CenterRow | undefined },
): Promise<CenterProfile> {
  if (!row) throw fail('centers.not_found')
  const [team, services, hours, unregulatedServices] = await Promise.all([
    repository.listTeam(db, { centerId }),
    repository.listServices(db, { centerId }),
    repository.listHours(db, { centerId }),
    repository.listUnregulated(db, { services: row.services }),
  ])
  return {
    ...presentCenter(row),
    languages: row.languages,
    logoUrl: row.logoUrl,
    instagram: row.instagram,
    facebook: row.facebook,
    cancellationPolicy: row.cancellationPolicy,
    lateRefundPercent: row.lateRefundPercent,
    confirmsManually: row.confirmsManually,
    unregulatedServices,
    verifiedSince: hasBadge(row) ? (row.approvedAt?.toISOString() ?? null) : null,
    professionals: team.map((professional) => ({
      ...professional,
      services: services.filter((service) => service.professionalId === professional.id),
    })),
    hours: mergeWeeklyIntervals(hours),
    reviewsByStars,
  }
}

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

/** The centre that belongs to an account, locked as lockCenter() does; false when it has none. */
export async function lockCenterOf(tx: Tx, o: { ownerId: string }): Promise<boolean> {
  return repository.lockCenterRow(tx, o.ownerId)
}

/**
 * The owner's account goes: the centre leaves search and loses everything by which its owner can be reached. Histories go
 * on naming it; `rename`: there are none, so its name goes, too. The caller has locked it.
 */
export async function closeCenter(
  tx: Tx,
  o: { centerId: string; email: string; rename: string | undefined; now: Date },
): Promise<void> {
  await ofOwner.emptyCenter(tx, o)
}

/** The person works nowhere any more, and neither does anybody in the person's own centre; invitations to either end. */
export async function leaveCenters(tx: Tx, o: { userId: string }): Promise<void> {
  await invitations.deleteOfAccount(tx, o)
  await ofOwner.deleteMemberships(tx, o)
}

/** Nobody becomes this professional by a link that was mailed before; the caller has locked the centre. */
export async function withdrawInvitationsOf(tx: Tx, o: { professionalId: string }): Promise<void> {
  await invitations.withdrawOfProfessional(tx, o)
}
