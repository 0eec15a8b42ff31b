import { uploadDocument } from '#server/features/compliance/usecases/upload-document.ts'
import { buildAccount, buildCenter, buildMember, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { fileOf, pdf } from '#server/testing/uploads.ts'

import type { ForeignRow } from './foreign-rows.cases.ts'
import { actorOf } from './test-server.ts'

const file = () => fileOf({ content: pdf(), name: 'habilitación.pdf' })

/** A centre with a document. Staff may open the file, and nothing else. */
async function ownDocument(
  platform: TestPlatform,
  o: { input?: Record<string, unknown>; forStaff?: boolean },
): Promise<ForeignRow> {
  const { centerId } = await buildCenter(platform)
  const { id } = await uploadDocument(platform, {
    centerId,
    userId: centerId,
    type: 'license',
    expiryDate: null,
    file: file(),
  })
  const staff = {
    'a moderator': actorOf(['moderator'], (await buildAccount(platform)).userId),
    'an administrator': actorOf(['admin'], (await buildAccount(platform)).userId),
  }
  return {
    input: o.input ? { centerId, ...o.input } : { centerId, checkId: id },
    owner: actorOf(['center'], centerId),
    strangers: {
      'a patient': actorOf(['patient'], (await buildPatient(platform)).patientId),
      'another centre': actorOf(['center'], (await buildCenter(platform)).centerId),
      'the reception': actorOf(['patient'], (await buildMember(platform, { centerId, role: 'reception' })).userId),
      ...(o.forStaff ? {} : staff),
    },
  }
}

export const foreignRowsOfCompliance = {
  'compliance.list': (platform: TestPlatform) => ownDocument(platform, { input: {} }),
  'compliance.upload': (platform: TestPlatform) =>
    ownDocument(platform, { input: { type: 'insurance', expiryDate: '', file: file() } }),
  'compliance.file': (platform: TestPlatform) => ownDocument(platform, { forStaff: true }),
}
