import type { z } from 'zod'
import { consentRequestDays, type recordReader } from '#contract/clinical-records.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { isEmailVerified } from '#server/features/auth/usecases/users.ts'
import { lockCenterState } from '#server/features/centers/repository/closed.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { notifyUsers, withdrawUnread } from '#server/features/notifications/usecases/notify-users.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../clinical-records.errors.ts'
import { mayAskConsent } from '../clinical-records.policy.ts'
import * as consents from '../repository/consents.ts'
import { type ReadRecord, type RecordRequest, readRecordIn, requireTreating } from './read-record.ts'
import { consentThread, tellConsentRequest } from './tell-patient.ts'

const requestsPerDay = 30

/**
 * Asks the patient to let the professional read what the centre recorded about them. A repeated request tells nothing again.
 * A centre has one open request to a patient and sends one in 30 days, so that a centre with many professionals sends no more.
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only, clinical_records.consent_refused,
 * clinical_records.consent_not_needed, clinical_records.consent_requested, clinical_records.blocked_by_patient, clinical_records.closed_by_staff
 */
export async function requestConsent(platform: Platform, input: RecordRequest): Promise<ReadRecord> {
  const limit = { name: 'clinical_records.consent_requested', limit: requestsPerDay, windowSeconds: 86_400 }
  await countAttempt(platform, { ...limit, key: input.userId })
  return platform.db.transaction().execute(async (tx) => {
    const entitled = await requireTreating(tx, input)
    const { treating, appointment, grounds } = entitled
    const { attendeeId, patientId } = appointment
    if (attendeeId === null || patientId === null) throw fail('clinical_records.no_account')
    if (!mayAskConsent(treating, appointment, grounds)) throw fail('clinical_records.consent_not_needed')
    await lockInTransaction(tx, { kind: 'record-readers', id: patientId })
    // Before the row that refers to both and before the centre, in the order in which an account is suspended or deleted.
    for (const id of [patientId, input.userId].sort()) {
      if (!(await lockUser(tx, id)) && id === patientId) throw fail('clinical_records.no_account')
    }
    const now = platform.clock.now()
    const state = await lockCenterState(tx, { centerId: appointment.centerId, now })
    if (state !== 'open') throw fail('clinical_records.closed_by_staff')
    const { professionalId, userId: readerId } = treating
    const latest = await consents.findDecision(tx, { attendeeId, professionalId, readerId })
    if (latest?.decision !== 'requested') {
      const mayAskFrom = latest && latest.decidedAt.getTime() + consentRequestDays * dayMs
      if (mayAskFrom !== undefined && mayAskFrom > now.getTime()) throw fail('clinical_records.consent_refused')
      const since = new Date(now.getTime() - consentRequestDays * dayMs)
      const { centerId } = appointment
      const { isBlocked, isWaiting } = await consents.findRequestsOfCenter(tx, { patientId, centerId, since })
      if (isBlocked) throw fail('clinical_records.blocked_by_patient')
      if (isWaiting) throw fail('clinical_records.consent_requested')
      const dependantId = attendeeId === patientId ? null : attendeeId
      await consents.insertDecision(tx, {
        patientId,
        dependantId,
        professionalId,
        readerId,
        decision: 'requested',
        now,
      })
      await tellConsentRequest(tx, { platform, treating, appointment })
    }
    return readRecordIn(tx, { platform, ...entitled, isLogged: true })
  })
}

/** Who may read the records of the patient and of the dependants, who asks to, and who could. */
export async function listReaders({ db }: Platform, { userId }: { userId: string }): Promise<PresentedReader[]> {
  return (await consents.listReaders(db, { patientId: userId })).map(presentReader)
}

type PresentedReader = z.input<typeof recordReader>

type Decision = {
  userId: string
  professionalId: string
  /** The account that the patient saw as the professional: another may have been linked in its place since. */
  readerId: string
  dependantId: string | null
  allowed: boolean
}

const decisionsPerHour = 60

/**
 * The patient gives the account that acts as a professional the consent to read a record, or declines or withdraws it. It is
 * withdrawn also when the professional or the account no longer works at the centre. Giving it requires a verified address, because a stranger may
 * have signed up with the address of another person. Idempotent.
 * @throws clinical_records.reader_not_found, clinical_records.email_unverified
 */
export async function decideConsent(platform: Platform, input: Decision): Promise<PresentedReader> {
  const { userId: patientId, professionalId, readerId, dependantId, allowed } = input
  const about = { patientId, professionalId, readerId, dependantId }
  const limit = { name: 'clinical_records.consent_decided', limit: decisionsPerHour, windowSeconds: 3600 }
  await countAttempt(platform, { ...limit, key: patientId })
  return platform.db.transaction().execute(async (tx) => {
    await lockInTransaction(tx, { kind: 'record-readers', id: patientId })
    // In the order in which an account is deleted.
    if (!(await lockUser(tx, patientId))) throw fail('clinical_records.reader_not_found')
    if (!allowed) await withdrawIn(tx, { ...about, now: platform.clock.now() })
    const reader = await findReader(tx, input)
    if (!reader) {
      const former = allowed ? undefined : await consents.findFormerReader(tx, about)
      if (!former) throw fail('clinical_records.reader_not_found')
      return { ...former, worksSince: null, status: 'none', since: null, can: { allow: false } }
    }
    const { decision: current } = reader
    const decision = nextDecision({ current, allowed })
    if (decision === null) return presentReader(reader)
    if (decision === 'given' && !reader.mayConsent) throw fail('clinical_records.reader_not_found')
    if (decision === 'given' && !(await isEmailVerified(tx, { userId: patientId }))) {
      throw fail('clinical_records.email_unverified')
    }
    const now = platform.clock.now()
    await consents.insertDecision(tx, { ...about, decision, now })
    await withdrawUnread(tx, {
      thread: consentThread({ attendeeId: dependantId ?? patientId, professionalId, userId: readerId }),
    })
    if (decision === 'given') await tellReader(tx, { platform, reader, patientId })
    const decided = await findReader(tx, input)
    if (!decided) throw fail('clinical_records.reader_not_found')
    return presentReader(decided)
  })
}

type Withdrawal = Parameters<typeof consents.listGiven>[1] & { now: Date }

/**
 * Ends every consent of an account that is deleted, or that a stranger may have used. What was decided about a person with a
 * clinical record stays as evidence beside it; the rest is deleted.
 */
export async function endConsents(tx: Tx, input: { patientId: string; now: Date }): Promise<void> {
  await consents.deleteUnrecorded(tx, input)
  await withdrawIn(tx, input)
}

/** Withdraws the patient's consents; all of them without a reader. */
async function withdrawIn(tx: Tx, { patientId, now, ...only }: Withdrawal): Promise<void> {
  for (const given of await consents.listGiven(tx, { patientId, ...only })) {
    await consents.insertDecision(tx, { ...given, patientId, decision: 'withdrawn', now })
  }
}

/** Null when nothing changes; a consent that was given is withdrawn already. */
function nextDecision({
  current,
  allowed,
}: {
  current: consents.ConsentDecision | null
  allowed: boolean
}): 'given' | 'declined' | null {
  if (allowed) return current === 'given' ? null : 'given'
  return current === 'requested' ? 'declined' : null
}

async function findReader(
  db: Db | Tx,
  { userId, ...about }: Omit<Decision, 'allowed'>,
): Promise<consents.ReaderRow | undefined> {
  const readers = await consents.listReaders(db, { patientId: userId })
  return readers.find(
    (row) =>
      row.professionalId === about.professionalId &&
      row.readerId === about.readerId &&
      row.dependantId === about.dependantId,
  )
}

/** The notification names the patient or the dependant and nothing else. */
async function tellReader(
  tx: Tx,
  { platform, reader, patientId }: { platform: Platform; reader: consents.ReaderRow; patientId: string },
): Promise<void> {
  const entry = {
    to: { userId: reader.readerId },
    event: 'clinical_records.consent_given',
    title: 'Te dieron permiso para leer una historia clínica',
    message: `${reader.personName} te permite leer su historia clínica en ${reader.centerName}.`,
    href: `${centerPage(reader.centerId, 'pacientes')}&paciente=${reader.dependantId === null ? `patient.${patientId}` : `dependant.${reader.dependantId}`}`,
    aboutUserId: patientId,
  } as const
  await notifyUsers(tx, { platform, entries: [{ ...entry, about: null }] })
}

function presentReader(row: consents.ReaderRow): PresentedReader {
  const status = statusOf(row)
  const since = status === 'treating' || status === 'none' ? null : row.decidedAt
  const can = { allow: row.mayConsent && (status === 'requested' || status === 'none') }
  return { ...row, status, since, can }
}

function statusOf({ grounds, decision }: Pick<consents.ReaderRow, 'grounds' | 'decision'>): PresentedReader['status'] {
  if (grounds === 'continuity') return 'treating'
  if (decision === 'given') return grounds === 'consent' ? 'given' : 'paused'
  return decision === 'requested' ? 'requested' : 'none'
}
