import { type InferResult, sql } from 'kysely'
import { packageLimits } from '#contract/package-limits.ts'
import type { PaymentMethod } from '#contract/payment-methods.ts'
import { wasApproved } from '#server/features/centers/repository/closed.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

/** Who bought a package: an account, or a guest of the centre. */
export type Buyer = { patientId: string } | { guestId: string }

export type Visit = {
  number: number
  appointmentId: string
  startsAt: string
  status: string
  valueCents: number
  professionalId: string
  professionalName: string
  personName: string
}

type PaymentRow = {
  id: number
  amountCents: number
  refundedCents: number
  method: PaymentMethod
  /** As JSON of PostgreSQL: a text. */
  paidAt: string
  checkoutId: string | null
  collectedBy: string | null
}

const visits = sql<Visit[]>`coalesce((
  select json_agg(json_build_object('number', number, 'appointmentId', appointments.id, 'startsAt', appointments.starts_at,
    'status', appointments.status, 'valueCents', value, 'professionalId', professionals.id, 'professionalName', professionals.full_name,
    'personName', coalesce(dependants.full_name, guests.full_name, profiles.full_name, '')) order by number)
  from package_sessions
  join appointments on appointments.id = package_sessions.appointment_id
  join professionals on professionals.id = appointments.professional_id
  left join profiles on profiles.id = appointments.patient_id
  left join dependants on dependants.id = appointments.dependant_id
  left join guests on guests.id = appointments.guest_id
  where package_sessions.package_id = packages.id), '[]')`.as('visits')

const lapsed = sql<number>`(
  select count(*)::int from package_sessions where package_id = packages.id and has_lapsed)`.as('lapsed')
const lapsedCents = sql<number>`(
  select coalesce(sum(value), 0)::int from package_sessions where package_id = packages.id and has_lapsed)`.as(
  'lapsedCents',
)

const payments = sql<PaymentRow[]>`coalesce((
  select json_agg(json_build_object('id', payments.id, 'amountCents', amount, 'refundedCents', coalesce(refund_amount, 0),
    'method', method, 'paidAt', collected_at, 'checkoutId', checkout_id, 'collectedBy', collected_by) order by payments.id)
  from payments where payments.package_id = packages.id and undone_at is null), '[]')`.as('payments')

/** Whether its online payment is in a dispute, or was lost in one: its money is not with the centre. */
const isDisputed = sql<boolean>`exists (
  select from payments join checkouts on checkouts.id = payments.checkout_id
  where payments.package_id = packages.id and dispute <> 'won')`

const isLost = sql<boolean>`exists (
  select from payments join checkouts on checkouts.id = payments.checkout_id
  where payments.package_id = packages.id and dispute = 'lost')`

function packages(db: Db | Tx) {
  return db
    .selectFrom('packages')
    .innerJoin('center_profiles', 'center_profiles.id', 'packages.center_id')
    .select([
      'packages.id',
      'packages.center_id as centerId',
      'center_profiles.center_name as centerName',
      'packages.patient_id as patientId',
      'packages.guest_id as guestId',
      'packages.service_name as serviceName',
      'packages.service_ids as serviceIds',
      'packages.professional_names as professionalNames',
      'packages.sessions',
      'packages.price as priceCents',
      'packages.paid_amount as paidCents',
      'packages.refunded_amount as refundedCents',
      'packages.sold_at as soldAt',
      'packages.valid_until as validUntil',
      'packages.stopped_at as stoppedAt',
      'packages.refunded_at as refundedAt',
      'packages.warned_at as warnedAt',
      isDisputed.as('isDisputed'),
      isLost.as('isLost'),
      visits,
      lapsed,
      lapsedCents,
      payments,
    ])
}

export type PackageRow = InferResult<ReturnType<typeof packages>>[number]

/** It has not ended: also while its validity stands still. */
const isRunning = (now: Date) => sql<boolean>`packages.valid_until > coalesce(packages.stopped_at, ${now})`

type OfCenter = { centerId: string }
type OfPackage = OfCenter & { packageId: string }

/** The newest first. */
export function listOfPatient(db: Db | Tx, { patientId }: { patientId: string }): Promise<PackageRow[]> {
  return packages(db)
    .where('packages.patient_id', '=', patientId)
    .orderBy('packages.sold_at', 'desc')
    .orderBy('packages.id')
    .limit(4 * packageLimits.ofPerson)
    .execute()
}

/** What a buyer has at a centre, the newest first. */
export function listOfBuyer(db: Db | Tx, { centerId, ...buyer }: OfCenter & Buyer): Promise<PackageRow[]> {
  const [column, buyerId] =
    'patientId' in buyer
      ? (['packages.patient_id', buyer.patientId] as const)
      : (['packages.guest_id', buyer.guestId] as const)
  return packages(db)
    .where('packages.center_id', '=', centerId)
    .where(column, '=', buyerId)
    .orderBy('packages.sold_at', 'desc')
    .orderBy('packages.id')
    .limit(packageLimits.ofPerson)
    .execute()
}

export async function findPackage(db: Db | Tx, { centerId, packageId }: OfPackage): Promise<PackageRow | undefined> {
  return packages(db).where('packages.id', '=', packageId).where('packages.center_id', '=', centerId).executeTakeFirst()
}

/** The packages of the centre, or of one of its guests, that were paid, not given back, and have not ended. */
export function listPaid(
  db: Db | Tx,
  { centerId, guestId, now }: OfCenter & { guestId?: string; now: Date },
): Promise<PackageRow[]> {
  return packages(db)
    .where('packages.center_id', '=', centerId)
    .$if(guestId !== undefined, (query) => query.where('packages.guest_id', '=', guestId ?? ''))
    .where('packages.paid_amount', '>', 0)
    .where('packages.refunded_at', 'is', null)
    .where(isRunning(now))
    .orderBy('packages.id')
    .execute()
}

/** The visits with the package that the desk entered and the patient has neither accepted, moved nor rated, since `since`. */
export async function listUnaccepted(
  db: Db | Tx,
  { packageId, since }: { packageId: string; since: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('package_sessions')
    .innerJoin('appointments', 'appointments.id', 'package_sessions.appointment_id')
    .where('package_sessions.package_id', '=', packageId)
    .where('appointments.starts_at', '>', since)
    .where(sql<boolean>`is_invented_visit(appointments)`)
    .select('appointments.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether staff banned the owner of the centre, whose account stays locked until the transaction ends. */
export async function lockBan(tx: Tx, { centerId }: OfCenter): Promise<boolean> {
  const owner = await tx
    .selectFrom('profiles')
    .where('id', '=', centerId)
    .select('status')
    .forShare()
    .executeTakeFirst()
  return owner?.status === 'banned'
}

/** Whether the professional gives a service of the package. */
export async function isGivenBy(
  db: Db,
  { serviceIds, professionalId }: Pick<PackageRow, 'serviceIds'> & { professionalId: string },
): Promise<boolean> {
  const service = await db
    .selectFrom('services')
    .where('id', '=', anyOf(serviceIds))
    .where('professional_id', '=', professionalId)
    .select('id')
    .executeTakeFirst()
  return service !== undefined
}

/** Serialises what is reserved, paid and refunded of a package. */
export async function lockPackage(tx: Tx, input: OfPackage): Promise<PackageRow | undefined> {
  const { centerId, packageId } = input
  await sql`select from packages where id = ${packageId} and center_id = ${centerId} for update`.execute(tx)
  return findPackage(tx, input)
}

/** Locks the package that a checkout has bought. */
export async function lockBought(tx: Tx, { checkoutId }: { checkoutId: string }): Promise<PackageRow | undefined> {
  const bought = await tx
    .selectFrom('payments')
    .innerJoin('packages', 'packages.id', 'payments.package_id')
    .where('payments.checkout_id', '=', checkoutId)
    .select(['packages.id as packageId', 'packages.center_id as centerId'])
    .executeTakeFirst()
  return bought && lockPackage(tx, bought)
}

export async function findByKey(
  tx: Tx,
  { centerId, idempotencyKey }: OfCenter & { idempotencyKey: string },
): Promise<PackageRow | undefined> {
  return packages(tx)
    .where('packages.center_id', '=', centerId)
    .where('packages.idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

type NewPackage = OfPackage & {
  buyer: Buyer
  offerId: string
  serviceName: string
  serviceIds: readonly string[]
  professionalNames: readonly string[]
  sessions: number
  priceCents: number
  validityDays: number
  validUntil: Date
  idempotencyKey: string
  /** Null: the patient bought it online. */
  soldBy: string | null
  /** The value of each session, in order. */
  values: readonly number[]
  now: Date
}

export async function insertPackage(tx: Tx, { values, buyer, ...input }: NewPackage): Promise<void> {
  await tx
    .insertInto('packages')
    .values({
      id: input.packageId,
      center_id: input.centerId,
      offer_id: input.offerId,
      patient_id: 'patientId' in buyer ? buyer.patientId : null,
      guest_id: 'guestId' in buyer ? buyer.guestId : null,
      service_name: input.serviceName,
      service_ids: [...input.serviceIds],
      professional_names: [...input.professionalNames],
      sessions: input.sessions,
      price: input.priceCents,
      validity_days: input.validityDays,
      refund_rule: 'paid_less_used',
      idempotency_key: input.idempotencyKey,
      sold_by: input.soldBy,
      sold_at: input.now,
      valid_until: input.validUntil,
    })
    .execute()
  await tx
    .insertInto('package_sessions')
    .values(values.map((value, index) => ({ package_id: input.packageId, number: index + 1, value })))
    .execute()
}

export async function countOfPatient(
  db: Db | Tx,
  { centerId, patientId }: OfCenter & { patientId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('packages')
    .where('center_id', '=', centerId)
    .where('patient_id', '=', patientId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a package of the offer was sold to the patient at `since` or later. */
export async function wasSoldSince(
  tx: Tx,
  { patientId, offerId, since }: { patientId: string; offerId: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('packages')
    .where('patient_id', '=', patientId)
    .where('offer_id', '=', offerId)
    .where('sold_at', '>=', since)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The validity of the patient's packages runs again, with the days that they could not book, unless staff keep the centre closed. */
export async function resumePackages(
  tx: Tx,
  { centerId, patientId, now }: OfCenter & { patientId: string; now: Date },
): Promise<void> {
  await sql`select resume_packages(${centerId}::uuid, ${patientId}::uuid, ${now}::timestamptz)`.execute(tx)
}

export async function lockOwn(
  tx: Tx,
  { packageId, patientId }: { packageId: string; patientId: string },
): Promise<PackageRow | undefined> {
  const own = await tx
    .selectFrom('packages')
    .where('id', '=', packageId)
    .where('patient_id', '=', patientId)
    .select(['id as packageId', 'center_id as centerId'])
    .executeTakeFirst()
  return own && lockPackage(tx, own)
}

export async function setRefunded(tx: Tx, { packageId, now }: { packageId: string; now: Date }): Promise<void> {
  await tx.updateTable('packages').set({ refunded_at: now, stopped_at: null }).where('id', '=', packageId).execute()
}

export type SessionOfAppointment = { appointmentId: string; valueCents: number }

/**
 * Reserves the first free sessions of a package that the caller has locked, one for each appointment, in their order.
 * @returns the values in cents; fewer when not as many are free
 */
export async function reserveSessions(
  tx: Tx,
  { packageId, appointmentIds }: { packageId: string; appointmentIds: readonly string[] },
): Promise<SessionOfAppointment[]> {
  const { rows } = await sql<SessionOfAppointment>`
    update package_sessions set appointment_id = wanted.appointment_id
    from unnest(${appointmentIds}::uuid[]) with ordinality as wanted(appointment_id, turn)
    join (select number, row_number() over (order by number) as turn from package_sessions
      where package_id = ${packageId} and appointment_id is null and not has_lapsed) free using (turn)
    where package_sessions.package_id = ${packageId} and package_sessions.number = free.number
    returning package_sessions.appointment_id as "appointmentId", package_sessions.value as "valueCents"`.execute(tx)
  return rows
}

/** The packages whose buyers are to be told of the end: `id`, and the row when it is still to be told, locked. */
export async function listToWarn(
  db: Db,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<{ packageId: string; centerId: string }[]> {
  return db
    .selectFrom('packages')
    .where('warned_at', 'is', null)
    .where('refunded_at', 'is', null)
    .where('stopped_at', 'is', null)
    .where('valid_until', '>', now)
    .where('valid_until', '<=', before)
    .orderBy('valid_until')
    .limit(limit)
    .select(['id as packageId', 'center_id as centerId'])
    .execute()
}

export async function setWarned(tx: Tx, { packageId, now }: { packageId: string; now: Date }): Promise<void> {
  await tx.updateTable('packages').set({ warned_at: now }).where('id', '=', packageId).execute()
}

/**
 * The address of an account or a guest; null when no mail may go there. A stranger can register a centre and record any address in it, so
 * a centre that staff have never approved mails no guest.
 */
export async function findAddress(tx: Tx, { id }: Pick<PackageRow, 'id'>): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select coalesce(case when profiles.status <> 'deleted' then profiles.email end,
      case when exists (select from center_profiles where center_profiles.id = packages.center_id and ${wasApproved})
        then nullif(guests.email, '') end) as email
    from packages left join profiles on profiles.id = packages.patient_id left join guests on guests.id = packages.guest_id
    where packages.id = ${id}`.execute(tx)
  return rows[0]?.email ?? null
}

/** The sessions that a patient can still reserve, of all packages. */
export async function countLeftSessions(
  db: Db | Tx,
  { patientId, now }: { patientId: string; now: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('package_sessions')
    .innerJoin('packages', 'packages.id', 'package_sessions.package_id')
    .where('packages.patient_id', '=', patientId)
    .where('packages.refunded_at', 'is', null)
    .where(isRunning(now))
    .where('package_sessions.appointment_id', 'is', null)
    .where('package_sessions.has_lapsed', '=', sql.lit(false))
    .where(sql<boolean>`not ${isDisputed}`)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
