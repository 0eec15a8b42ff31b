import { packRow } from '#contract/patient-files.ts'
import { newId } from '#server/platform/ids.ts'
import { mergeGuests } from '#server/processes/merge-guests.ts'
import { actorOf } from '#server/testing/app-server.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRows } from './foreign-row.ts'
import { ofDesk } from './own-desk.ts'

const aRow = { line: 2, cells: { name: 'Inés Gil' } }

/** The input with an import of the desk's centre. */
async function withImport(platform: TestPlatform, inputOf: (ids: { importId: string }) => Record<string, unknown>) {
  const importId = newId()
  const row = await ofDesk(platform, () => inputOf({ importId }))
  await platform.db
    .insertInto('patient_imports')
    .values({
      ...{ id: importId, center_id: String(row.input.centerId), file_name: 'pacientes.csv' },
      ...{ planned: 1, known: 0, refused: 0, started_at: platform.clock.now() },
    })
    .execute()
  return row
}

/** The input with a second guest of the desk's centre. */
async function withOtherGuest(platform: TestPlatform) {
  const otherId = newId()
  const row = await ofDesk(platform, ({ guestId }) => ({ guestId, otherId }))
  const now = platform.clock.now()
  const guest = { id: otherId, center_id: String(row.input.centerId), full_name: 'Rosa Luna', phone: '' }
  await platform.db
    .insertInto('guests')
    .values({ ...guest, created_at: now, updated_at: now })
    .execute()
  return row
}

/** A receptionist's requests about the contacts of the centre. */
export const contacts: ForeignRows<'contacts'> = {
  'contacts.list': (platform) => ofDesk(platform, () => ({})),
  'contacts.find': (platform) => ofDesk(platform, () => ({ q: 'rosa' })),
  'contacts.get': (platform) => ofDesk(platform, ({ patientId }) => ({ kind: 'patient', personId: patientId })),
  'contacts.csv': async (platform) => {
    const row = await ofDesk(platform, () => ({}))
    return { ...row, owner: actorOf(['center'], String(row.input.centerId)) }
  },
  'contacts.imports': (platform) => ofDesk(platform, () => ({})),
  'contacts.checkImport': (platform) => ofDesk(platform, () => ({ rows: [packRow(aRow)] })),
  'contacts.startImport': (platform) =>
    ofDesk(platform, () => ({ importId: newId(), fileName: 'pacientes.csv', planned: 1, known: 0, refused: 0 })),
  'contacts.importRows': (platform) => withImport(platform, ({ importId }) => ({ importId, rows: [packRow(aRow)] })),
  'contacts.undoImport': (platform) => withImport(platform, ({ importId }) => ({ importId })),
  'contacts.mergePreview': (platform) => withOtherGuest(platform),
  'contacts.mergeGuests': (platform) => withOtherGuest(platform),
  'contacts.undoMerge': async (platform) => {
    const row = await withOtherGuest(platform)
    const { centerId = '', guestId = '', otherId = '' } = row.input as Record<string, string>
    await mergeGuests(platform, { userId: centerId, centerId, guestId, otherId })
    return row
  },
  'contacts.tags': (platform) => ofDesk(platform, () => ({})),
  'contacts.updateFacts': (platform) =>
    ofDesk(platform, ({ patientId }) => ({
      ...{ kind: 'patient', personId: patientId },
      ...{ cedula: '', birthDate: '', cover: '', tags: '', note: 'Toca el timbre' },
    })),
  'contacts.updateGuest': (platform) =>
    ofDesk(platform, ({ guestId }) => ({ guestId, fullName: 'Rosa Luna', phone: '', email: '', note: '' })),
  'contacts.removeGuest': async (platform) => {
    const row = await ofDesk(platform, ({ guestId }) => ({ guestId }))
    await platform.db.deleteFrom('appointments').where('guest_id', 'is not', null).execute()
    return row
  },
}
