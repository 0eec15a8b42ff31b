import { uploadDocument } from '#server/features/centers/usecases/upload-document.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildMember, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { fileOf, pdf } from '#server/testing/uploads.ts'
import { type ForeignRow, type ForeignRows, staff } from './foreign-row.ts'

const file = () => fileOf({ content: pdf(), name: 'habilitación.pdf' })

/** A centre with a document. Staff may only open the file. */
async function ownDocument(
  platform: TestPlatform,
  { input, forStaff }: { input?: Record<string, unknown>; forStaff?: boolean },
): Promise<ForeignRow> {
  const { centerId } = await buildCenter(platform)
  const { id } = await uploadDocument(platform, {
    centerId,
    userId: centerId,
    type: 'license',
    expiryDate: null,
    file: file(),
  })
  return {
    input: input ? { centerId, ...input } : { centerId, checkId: id },
    owner: actorOf(['center'], centerId),
    strangers: {
      'a patient': actorOf(['patient'], (await buildPatient(platform)).patientId),
      'another centre': actorOf(['center'], (await buildCenter(platform)).centerId),
      'the reception': actorOf(['patient'], (await buildMember(platform, { centerId, role: 'reception' })).userId),
      ...(!forStaff && (await staff(platform))),
    },
  }
}

export const compliance: ForeignRows<'compliance'> = {
  'compliance.list': (platform) => ownDocument(platform, { input: {} }),
  'compliance.upload': (platform) =>
    ownDocument(platform, { input: { type: 'insurance', expiryDate: '', file: file() } }),
  'compliance.file': (platform) => ownDocument(platform, { forStaff: true }),
}
