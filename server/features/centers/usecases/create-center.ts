import { toE164 } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Coordinates, Geocoder, NewCenter } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'
import * as ofOwner from '../repository/of-owner.ts'
import { departmentOf } from '../rules/centers.ts'

/**
 * Creates the centre of a sign-up at /auth/v1. It has no address yet: it is hidden until its profile is complete and staff have
 * approved it. Does nothing when the account has a centre.
 */
export async function createPendingCenter(
  tx: Tx,
  input: {
    ownerId: string
    centerName: string
    fullName: string
    email: string
    phone: string | null
    whatsapp?: string | null
    specialty: string | null
    now: Date
  },
): Promise<void> {
  if (await ofOwner.ownsCenter(tx, input)) return
  const center: NewCenter = {
    ownerId: input.ownerId,
    // A person's name may have one letter, a centre's may not.
    name: input.centerName.length < 2 ? `Centro de ${input.centerName}`.trim() : input.centerName,
    ownerName: input.fullName,
    email: input.email,
    phone: input.phone,
    whatsapp: input.whatsapp ? toE164(input.whatsapp) : null,
    address: '',
    specialties: input.specialty === null ? [] : [input.specialty],
  }
  await repository.insertCenter(tx, { center, now: input.now })
}

/** The coordinates of an address, as exactly as the gazetteer knows them. Call it outside a transaction: it can be slow. */
export async function locateAddress(
  { db }: Platform,
  address: Parameters<Geocoder>[0],
): Promise<Coordinates | undefined> {
  return repository.gazetteer(db)(address)
}

export async function findDepartment(
  { db }: Platform,
  address: { address: string; neighborhood: string | null },
): Promise<string> {
  return departmentOf(await repository.listPlaces(db), address)
}
