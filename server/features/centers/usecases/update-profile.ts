import { failField } from '#contract/errors.ts'
import { foldText } from '#contract/folded-text.ts'
import { requirePhone, toE164 } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { requireVersion } from '#server/platform/version.ts'
import type { CenterEdit, Coordinates, Geocoder } from '../centers.types.ts'
import { contactChangedMail } from '../mail/center.ts'
import * as centers from '../repository/centers.ts'
import type { EditedCenter } from '../repository/editable-columns.ts'
import * as practice from '../repository/practice.ts'
import { listActiveSpecialties } from '../repository/professionals.ts'
import { addressText, hintOfAddress, mergeSpecialties } from '../rules/centers.ts'
import { isOfPlace, pinRefusal } from '../rules/pins.ts'
import { updateBadge } from './approve-center.ts'
import { mailOwner } from './mail-owner.ts'
import { recordChanges } from './record-changes.ts'
import { refuseWhileClosed } from './refuse-while-closed.ts'
import { lockOwnCenter, requireOwner } from './require-member.ts'

/** Changes in a day that are mailed, so that an owner can't fill a stranger's mailbox; the first ones warn an owner enough. */
const contactMailsPerDay = 5

type ByOwner = { centerId: string; userId: string }

/**
 * Updates the public profile. Another place gets its own approximate pin, another street in the same place keeps a pin that
 * the owner has to confirm again, and an unchanged address keeps it as it is. The specialties of the professionals are added to the centre's own, because search reads those.
 */
export async function updateCenter(
  platform: Platform,
  {
    geocoder = centers.gazetteer(platform.db),
    centerId,
    userId,
    edit: typed,
    version,
  }: ByOwner & { edit: CenterEdit; version?: string; geocoder?: Geocoder },
): Promise<void> {
  const neighborhood = typed.neighborhood || null
  // Checked before geocoding, so that strangers cannot use up the geocoder's daily quota.
  await requireOwner(platform.db, { centerId, userId })
  const phone = requirePhone({ phone: typed.phone, field: 'phone' })
  const whatsapp = toE164(requirePhone({ phone: typed.whatsapp, field: 'whatsapp' }))
  // Before the transaction, because a geocoder may wait for a slow service.
  const located = await geocoder({ ...typed, neighborhood })
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, { centerId, userId })
    const before = await practice.requireEdited(tx, { centerId })
    const teamSpecialties = await listActiveSpecialties(tx, { centerId })
    const specialties = mergeSpecialties(typed.specialties, teamSpecialties)
    const edit = { ...typed, phone, whatsapp, specialties }
    requireVersion({ seen: version, current: practice.versionOfCenter(before), next: practice.versionOfCenter(edit) })
    const now = platform.clock.now()
    await refuseWhileClosed(tx, {
      centerId,
      texts: [
        { field: 'name', former: before.name, changedTo: edit.name },
        { field: 'address', former: addressText(before), changedTo: addressText({ ...edit, neighborhood }) },
      ],
      now,
    })
    // While the former address is still the centre's: as such it is proven, so that the daily allowance does not withhold the mail.
    await mailContactChange(tx, { platform, centerId, before, contactEmail: edit.contactEmail })
    await recordChanges(tx, {
      centerId,
      changes: [
        { what: 'center_name', former: before.name, changedTo: edit.name },
        { what: 'center_address', former: addressText(before), changedTo: addressText({ ...edit, neighborhood }) },
      ],
      now,
    })
    await practice.updateCenter(tx, {
      centerId,
      edit,
      pin: pinAfter(before, { ...edit, neighborhood }) ?? located ?? null,
      now,
    })
    // Without services, the specialties decide which documents are needed.
    await updateBadge(tx, { centerId, now })
  })
}

/**
 * Tells the owner's account and the former address, because an intruder with a session of the owner would otherwise receive the
 * centre's mails unnoticed.
 */
async function mailContactChange(
  tx: Tx,
  {
    platform,
    centerId,
    before,
    contactEmail,
  }: { platform: Platform; centerId: string; before: EditedCenter; contactEmail: string },
): Promise<void> {
  const { secret, settings } = platform
  if (contactEmail.toLowerCase() === before.contactEmail.toLowerCase()) return
  const day = { name: 'centers.contact_mails', key: centerId, limit: contactMailsPerDay, windowSeconds: 86_400 }
  if (!(await takeWithin(tx, { ...day, secret }))) return
  const center = await practice.findOwnCenter(tx, { centerId })
  const content = contactChangedMail({
    centerName: before.name,
    isApproved: center !== undefined && center.approvedAt !== null,
    newAddress: hintOfAddress(contactEmail),
    publicUrl: settings.publicUrl,
  })
  const former = { centerId, contactEmail: before.contactEmail }
  await mailOwner(tx, { platform, ...former, kind: 'centers.contact_changed.center', content })
}

type Address = Parameters<Geocoder>[0]

/** What becomes of the pin; undefined in another place. Accents and capitals are ignored. */
function pinAfter(before: Address, after: Address): 'kept' | 'unconfirmed' | undefined {
  const place = ({ neighborhood, department }: Address) => [neighborhood ?? '', department].map(foldText).join('\n')
  if (place(before) !== place(after)) return undefined
  return foldText(before.address) === foldText(after.address) ? 'kept' : 'unconfirmed'
}

/** Shows or hides the centre. It is visible only when staff have approved it too. */
export async function setPublic(platform: Platform, input: ByOwner & { isPublic: boolean }): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    await centers.setPublic(tx, { ...input, now: platform.clock.now() })
  })
}

/** Stores the pin that the owner set on the map, which is exact from then on. */
export async function setPin(platform: Platform, input: ByOwner & Coordinates): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const refusal = await findPinRefusal(tx, { pin: input, ...(await practice.requireEdited(tx, input)) })
    if (refusal !== undefined) throw failField('latitude', refusal)
    await practice.setPin(tx, { ...input, now: platform.clock.now() })
  })
}

/** Why a pin is refused; undefined for one that an owner can have set on the map for an address in this department. */
export async function findPinRefusal(
  db: Db | Tx,
  { pin, department }: { pin: Coordinates; department: string },
): Promise<string | undefined> {
  const refusal = pinRefusal(pin, { department })
  if (refusal !== undefined) return refusal
  return isOfPlace(pin, await centers.listPlaces(db))
    ? 'Ese es el punto de tu barrio o ciudad. Muévelo hasta la puerta de tu centro.'
    : undefined
}
