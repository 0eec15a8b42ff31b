import pino from 'pino'
import { expect, test } from 'vitest'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { requestExport } from '#server/processes/export-data.ts'
import { actorOf, startTestServer } from '#server/testing/app-server.ts'
import { buildTreatment } from '#server/testing/clinical-records.ts'
import { dumpDatabase } from '#server/testing/database-dump.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'

const diagnosis = 'Trastorno-de-prueba-irrepetible'
const notes = 'Nota-de-prueba-irrepetible, con ñ y ≥ 3 sesiones'
/** A text that is stored without encryption, which proves that the dump and the log would show one. */
const control = 'Control-visible-en-claro'

test('neither a dump of the database nor the log contains the records that the routes wrote and read', async () => {
  const lines: string[] = []
  const platform = await testPlatform()
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) as typeof platform.log
  const { centerId, appointmentId, patientId, professional } = await buildTreatment(platform)
  const authenticate = (bearer: string) => Promise.resolve(actorOf(['patient'], bearer))
  const { url } = await startTestServer({ platform: { ...platform, log }, authenticate })
  const call = callerOf(url)

  const record = `/centers/${centerId}/appointments/${appointmentId}/clinical-record`
  const draft = await call(professional, 'PUT', `${record}/draft`, { diagnosis, notes, version: null })
  const { draft: stored } = (await draft.json()) as { draft: { version: string } }
  const note = { notes: `${notes} para mí`, version: null }
  expect((await call(professional, 'PUT', `${record}/working-note`, note)).status).toBe(200)
  const whileDrafted = await dumpDatabase(platform)
  expect(whileDrafted).toContain('working_note')
  expect(whileDrafted.includes('irrepetible')).toBe(false)
  const addition = { diagnosis, notes, after: 0, draft: stored.version }
  const written = await call(professional, 'POST', record, addition)
  expect(written.status).toBe(201)
  const amended = await call(professional, 'POST', record, { diagnosis: '', notes: `${notes} (2)`, after: 1 })
  expect(amended.status).toBe(201)
  // Refused requests, whose input must not be logged either.
  expect((await call(professional, 'POST', record, { diagnosis, notes, after: 9 })).status).toBe(409)
  expect((await call(professional, 'POST', record, { diagnosis: diagnosis.repeat(40), notes, after: 2 })).status).toBe(
    422,
  )
  expect(await (await call(professional, 'GET', record)).text()).toContain(diagnosis)
  const own = await call(patientId, 'GET', `/me/clinical-records/${appointmentId}`)
  expect(await own.text()).toContain(notes)
  const json = await call(patientId, 'GET', '/me/clinical-records/export/json')
  expect(await json.text()).toContain(diagnosis)
  const profile = { full_name: control }
  await platform.db.updateTable('profiles').set(profile).where('id', '=', patientId).execute()
  await requestExport(platform, { userId: patientId })
  await runJobs(platform)
  log.info({ about: control }, 'control')

  const dump = await dumpDatabase(platform)
  expect(dump).toContain(control)
  expect(dump).toContain(appointmentId)
  const logged = lines.join('\n')
  expect(logged).toContain(control)
  for (const [name, text] of Object.entries({ dump, logged })) {
    for (const secret of [
      'irrepetible',
      'sesiones',
      diagnosis,
      Buffer.from(diagnosis).toString('base64').slice(0, 30),
    ]) {
      expect(text.includes(secret), `${name} contains ${secret}`).toBe(false)
    }
    expect(text.includes(Buffer.from(diagnosis).toString('hex')), `${name} contains the text in hex`).toBe(false)
  }

  // The identity of a deleted account is sealed, too.
  const { id: sessionId } = await openSession(platform, patientId)
  await deleteAccount(platform, { actor: { userId: patientId, sessionId }, currentPassword: null })
  await runJobs(platform)
  const after = await dumpDatabase(platform)
  const identity = await platform.db.selectFrom('clinical_record_identities').selectAll().execute()
  expect(identity).toMatchObject([{ attendee_id: patientId }])
  expect(after.includes(control)).toBe(false)
  const readAfterDeletion = await call(professional, 'GET', record)
  expect(await readAfterDeletion.json()).toMatchObject({
    patientName: control,
    versions: [{ diagnosis }, {}],
    can: { write: false },
  })
})

function callerOf(url: string) {
  return (userId: string, method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${userId}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}
