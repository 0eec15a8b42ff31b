import { clinicalRecordLimits, draftDays } from '#contract/clinical-records.ts'
import { failRequest } from '#contract/errors.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../clinical-records.errors.ts'
import { isOwnAppointment, mayDraft, treatingProfessional } from '../clinical-records.policy.ts'
import { insertAccesses } from '../repository/accesses.ts'
import * as privateNotes from '../repository/private-notes.ts'
import { findProfessionalFacts } from '../repository/records.ts'
import { type NoteKind, openNote, type RecordContent, sealNote } from '../rules/sealing.ts'
import { keptUntil, noteVersion, presentNote, type ReadNote } from './present-note.ts'
import { type RecordRequest, requireTreating } from './read-record.ts'

/** A draft is saved every few seconds while its author writes. */
const savesPerHour = 2000

/**
 * Saves the caller's draft, or their working notes, about one of their appointments; without a text it deletes them. `version` is
 * that of the note that the caller saw, null without one. A repeated request stores nothing again.
 * @returns the note as it is stored; null without one
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only, clinical_records.person_gone,
 * clinical_records.not_expected, clinical_records.too_many_drafts and the refusal of an outdated version
 */
export async function savePrivateNote(
  platform: Platform,
  { kind, content, version, ...input }: RecordRequest & SavedNote,
): Promise<ReadNote | null> {
  const limit = { name: 'clinical_records.note_saved', limit: savesPerHour, windowSeconds: 3600 }
  await countAttempt(platform, { ...limit, key: input.userId })
  const { recordKeys, clock } = platform
  return platform.db.transaction().execute(async (tx) => {
    const unlocked = await requireOwn(tx, input)
    await privateNotes.lockForNote(tx, { ...unlocked.appointment, userId: input.userId })
    // Checked again now that the rows are locked.
    const { treating, appointment } = await requireOwn(tx, input)
    const { userId, appointmentId } = input

    const stored = await findNote(tx, { userId, appointmentId, kind })
    if (stored && isSame(openNote(recordKeys, stored), content)) return presentNote(recordKeys, stored)
    const isEmpty = content.diagnosis === '' && content.notes === ''
    if (!stored && isEmpty) return null
    if ((stored ? noteVersion(stored) : null) !== version) throw failRequest('request.changed_meanwhile')
    const access = { userId, professionalId: treating.professionalId, reason: 'treatment', now: clock.now() } as const
    const logWrite = () =>
      insertAccesses(tx, { ...access, action: 'write', subject: 'working_note', appointmentIds: [appointmentId] })
    if (stored && isEmpty) {
      await privateNotes.deleteNote(tx, stored)
      if (kind === 'working_note') await logWrite()
      return null
    }
    if (!appointment.takesNotes) throw fail('clinical_records.person_gone')
    if (!stored && kind === 'draft') {
      if (!mayDraft(treating, appointment)) throw fail('clinical_records.not_expected')
      const drafts = await privateNotes.countDrafts(tx, { authorId: userId })
      if (drafts >= clinicalRecordLimits.drafts) throw fail('clinical_records.too_many_drafts')
    }
    const savedAt = clock.now()
    const row = {
      id: stored?.id ?? newId(),
      appointmentId,
      authorId: userId,
      // The appointment may have passed to another professional as whom the author acts.
      professionalId: treating.professionalId,
      kind,
      version: (stored?.version ?? 0) + 1,
      startedAt: stored?.startedAt ?? savedAt,
      savedAt,
    }
    const note = { ...row, ...sealNote(recordKeys, { row, content }) }
    await privateNotes.storeNote(tx, note)
    if (kind === 'working_note') await logWrite()
    return presentNote(recordKeys, note)
  })
}

type SavedNote = { kind: NoteKind; content: RecordContent; version: string | null }

/** Private notes are about the caller's own appointments: a person who reads what others recorded keeps none there. */
async function requireOwn(tx: Tx, input: RecordRequest) {
  const entitled = await requireTreating(tx, input)
  if (!isOwnAppointment(entitled.treating, entitled.appointment)) throw fail('clinical_records.professional_only')
  return entitled
}

export async function findNote(
  tx: Tx,
  { userId, appointmentId, kind }: { userId: string; appointmentId: string; kind: NoteKind },
): Promise<privateNotes.StoredNote | undefined> {
  const notes = await privateNotes.listNotes(tx, { authorId: userId, appointmentIds: [appointmentId] })
  return notes.find((note) => note.kind === kind)
}

export function isSame(one: RecordContent, other: RecordContent): boolean {
  return one.diagnosis === other.diagnosis && one.notes === other.notes
}

/** The caller's drafts at the centre. It reads no content, so it logs nothing. @throws centers.not_found */
export async function listDrafts({ db }: Platform, input: { userId: string; centerId: string }) {
  const member = await requireMember(db, input)
  const { professionalId } = member
  if (professionalId === null) return []
  const facts = await findProfessionalFacts(db, { ...input, professionalId })
  const treating = treatingProfessional(member, facts)
  if (!treating) return []
  const own = { authorId: input.userId, professionalId, since: treating.actsFrom }
  const drafts = await privateNotes.listDrafts(db, { ...own, limit: clinicalRecordLimits.drafts })
  return drafts.map((draft) => ({ ...draft, keptUntil: keptUntil(draft.savedAt) }))
}

/**
 * Deletes what the account wrote for itself as a professional, and what professionals wrote for themselves about it: only the
 * record has a legal term. The caller has locked the account's profile, so nothing is added afterwards.
 */
export async function deletePrivateNotes(tx: Tx, input: { userId: string }): Promise<void> {
  await privateNotes.deleteNotesOf(tx, input)
}

export async function purgeDrafts({ db, clock }: Platform): Promise<void> {
  const savedBefore = new Date(clock.now().getTime() - draftDays * dayMs)
  await privateNotes.deleteDraftsSavedBefore(db, { savedBefore })
}
