import { requestExport } from '#server/processes/export-data.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import { runJobs, type TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'

export const dataExports: ForeignRows<'dataExports'> = {
  'dataExports.download': readyExport,
}

async function readyExport(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const { id } = await requestExport(platform, { userId: patientId })
  await runJobs(platform, { only: 'accounts.prepare-export' })
  return {
    input: { exportId: id, format: 'json' },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, await buildCenter(platform)),
  }
}
