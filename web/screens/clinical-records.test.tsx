import { screen, waitFor, within } from '@testing-library/dom'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { telehealthConsent } from '#contract/telehealth.ts'
import { savePrivateNote } from '#server/features/clinical-records/usecases/private-notes.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { buildAppointment, buildPatient, verifyEmail } from '#server/testing/builders.ts'
import { buildRecord, buildTreatment } from '#server/testing/clinical-records.ts'
import { expectAccessible, fill, press, startScreens, watchDownloads } from './screens.tsx'

const { platform, open } = await startScreens()

/** Opens the timeline from the appointment's details in the agenda of that day. */
async function openTimeline({ as, startsAt, name = 'Lucía Pérez' }: { as: string; startsAt: Date; name?: string }) {
  const user = await open(`/center/dashboard?seccion=agenda&fecha=${startsAt.toISOString().slice(0, 10)}`, { as })
  await user.click(await screen.findByRole('button', { name: new RegExp(`${name}.*Sesión`) }))
  await press(user, 'Historia clínica…', await screen.findByRole('dialog'))
  const dialog = await screen.findByRole('dialog', { name: 'Historia clínica' })
  await within(dialog).findByText(name)
  return { user, dialog }
}

const draftsOf = async (userId: string) => {
  const notes = await platform.db
    .selectFrom('clinical_private_notes')
    .where('author_id', '=', userId)
    .selectAll()
    .execute()
  return notes.filter(({ kind }) => kind === 'draft')
}

test('a professional writes the record of a completed appointment, adds a correction, and loses neither', async () => {
  const { professional, startsAt } = await buildTreatment(platform)
  const { user, dialog } = await openTimeline({ as: professional, startsAt })
  await press(user, 'Guardar la nota', dialog)
  await within(dialog).findByText('Escribe el diagnóstico o las notas')
  await expectAccessible()
  await fill(user, /^Diagnóstico/, 'Lumbalgia mecánica', dialog)
  await press(user, 'Guardar la nota', dialog)
  await screen.findByText('Nota guardada')
  await within(dialog).findByText('Lumbalgia mecánica')
  await fill(user, /^Notas \(opcional\)/, 'Corrección: es del lado derecho.', dialog)
  await press(user, 'Agregar la nota', dialog)
  await waitFor(() => expect(within(dialog).getAllByText(/Ana Suárez, /)).toHaveLength(2))
  await press(user, 'Cerrar', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await draftsOf(professional)).toEqual([])

  const last = await openTimeline({ as: professional, startsAt })
  await within(last.dialog).findByText('Lumbalgia mecánica')
  await within(last.dialog).findByText('Corrección: es del lado derecho.')
})

test('a note says as whom it was written once the patient has another name', async () => {
  const { professional, startsAt, patientId } = await buildRecord(platform)
  await platform.db.updateTable('profiles').set({ full_name: 'Marcos Díaz' }).where('id', '=', patientId).execute()
  const { dialog } = await openTimeline({ as: professional, startsAt, name: 'Marcos Díaz' })
  await within(dialog).findByText('Escrita como Lucía Pérez')
  await expectAccessible()
})

test('during the session a note is a draft, which survives a closed dialog and is found again among the patients', async () => {
  const { professional, centerId, professionalId, serviceId, patientId } = await buildRecord(platform, { daysAgo: 3 })
  const startsAt = new Date(platform.clock.now().getTime() - 15 * minuteMs)
  await buildAppointment(platform, { centerId, professionalId, serviceId, patientId, startsAt })
  const { user, dialog } = await openTimeline({ as: professional, startsAt })
  // What was written in another appointment, what is owed, and no empty page.
  await within(dialog).findByText('Lumbalgia mecánica')
  await within(dialog).findByText('No tiene otra')
  await within(dialog).findByText(/\(2 citas\)/)
  expect(within(dialog).queryByRole('button', { name: 'Guardar la nota' })).toBeNull()
  await fill(user, /^Notas \(opcional\)/, 'Llega con menos dolor.', dialog)
  await press(user, 'Cerrar', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await draftsOf(professional)).toHaveLength(1)

  const again = await open('/center/dashboard?seccion=pacientes', { as: professional })
  await screen.findByText('1 nota sin guardar')
  await press(again, 'Seguir con la nota de Lucía Pérez')
  const continued = await screen.findByRole('dialog', { name: 'Historia clínica' })
  await within(continued).findByDisplayValue('Llega con menos dolor.')
  await within(continued).findByText(/^Borrador guardado/)
  await expectAccessible()
  await press(again, 'Completar la cita', continued)
  await press(again, 'Guardar la nota', continued)
  await screen.findByText('Nota guardada')
  expect(await draftsOf(professional)).toEqual([])
})

test('a second tab does not overwrite the draft of the first: the professional sees both texts and chooses', async () => {
  const { professional, startsAt, centerId, appointmentId } = await buildTreatment(platform)
  const { user, dialog } = await openTimeline({ as: professional, startsAt })
  const request = { userId: professional, centerId, appointmentId, kind: 'draft' } as const
  await savePrivateNote(platform, { ...request, content: { diagnosis: '', notes: 'De otra pestaña' }, version: null })
  await fill(user, /^Notas \(opcional\)/, 'De esta', dialog)
  await within(dialog).findByText('De otra pestaña')
  await expectAccessible()
  await press(user, 'Usar el otro texto', dialog)
  await within(dialog).findByDisplayValue('De otra pestaña')
  await press(user, 'Guardar la nota', dialog)
  await screen.findByText('Nota guardada')
})

test('what is typed stays on the screen when the professional has lost the centre, of which the page has not heard yet', async () => {
  const { professional, startsAt } = await buildTreatment(platform)
  const { user, dialog } = await openTimeline({ as: professional, startsAt })
  await platform.db.transaction().execute(async (tx) => {
    // Without the trigger that tells the page, which would leave the centre's dashboard.
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.deleteFrom('center_members').where('user_id', '=', professional).execute()
  })
  await fill(user, /^Notas \(opcional\)/, 'A medias', dialog)
  await within(dialog).findByText(/^El borrador no se guardó/)
  within(dialog).getByDisplayValue('A medias')
  await press(user, 'Cerrar', dialog)
  await within(dialog).findByText('¿Descartar lo que escribiste?')
})

test('working notes are kept beside the record, from the patient’s sheet, whose appointments lead to the agenda', async () => {
  const { professional, patientId, appointmentId } = await buildRecord(platform)
  const user = await open(`/center/dashboard?seccion=pacientes&paciente=patient.${patientId}`, { as: professional })
  const sheet = await screen.findByRole('dialog', { name: 'Paciente' })
  const link = await within(sheet).findByRole('link', { name: /Completada/ })
  expect(link.getAttribute('href')).toContain(`cita=${appointmentId}`)
  await press(user, 'Historia clínica', sheet)
  const dialog = await screen.findByRole('dialog', { name: 'Historia clínica' })
  await within(dialog).findByText('Lumbalgia mecánica')
  await press(user, /^Escribir notas de trabajo/, dialog)
  await fill(user, 'Notas de trabajo', 'Preguntar por el sueño.', dialog)
  await press(user, 'Guardar', dialog)
  await within(dialog).findByText('Preguntar por el sueño.')
  await expectAccessible()

  const patient = await open('/dashboard?tab=history', { as: patientId })
  await press(patient, /^Diagnóstico y notas/)
  const own = await screen.findByRole('dialog', { name: 'Historia clínica' })
  await within(own).findByText(/escribió sus notas de trabajo/)
  expect(screen.queryByText('Preguntar por el sueño.')).toBeNull()
})

test('a patient reads the record and who has read it, and a receptionist is not offered it', async () => {
  const { patientId, reception, startsAt } = await buildRecord(platform)
  const user = await open('/dashboard?tab=history', { as: patientId })
  await screen.findByText('Lucía Pérez: 1 cita')
  screen.getByRole('button', { name: /^Descargar PDF/ })
  await press(user, /^Diagnóstico y notas/)
  const dialog = await screen.findByRole('dialog', { name: 'Historia clínica' })
  await within(dialog).findByText('Lumbalgia mecánica')
  await within(dialog).findByText(/la escribió porque atendió esta cita/)
  await expectAccessible()
  await open(`/center/dashboard?seccion=agenda&fecha=${startsAt.toISOString().slice(0, 10)}`, { as: reception })
  const atDesk = await screen.findByRole('button', { name: /Lucía Pérez.*Sesión/ })
  await user.click(atDesk)
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Historia clínica…' })).toBeNull()
})

test('a patient downloads the record from an address that needs no token, and is told after ten downloads to wait', async () => {
  const { patientId } = await buildRecord(platform)
  const downloads = watchDownloads()
  const user = await open('/dashboard?tab=history', { as: patientId })
  await press(user, 'Descargar JSON de Lucía Pérez')
  const json = await downloads.next()
  expect(json.disposition).toContain('filename="historia-clinica-2026-11-20.json"')
  expect(json.text).toContain('Lumbalgia mecánica')

  const limit = { name: 'clinical_records.exported', limit: 10, windowSeconds: 3600 }
  for (let n = 1; n < 10; n += 1) await countAttempt(platform, { ...limit, key: patientId })
  await press(user, 'Descargar PDF de Lucía Pérez')
  await screen.findByText('No se pudo descargar')
  await screen.findByText(/^Demasiados intentos/)
  expect(downloads.count()).toBe(0)
})

test('a professional asks for consent, the patient gives it, the professional reads, and the patient withdraws it', async () => {
  const { colleague, colleagueService, patientId } = await buildRecord(platform)
  await verifyEmail(platform, { userId: patientId })
  await platform.db.updateTable('profiles').set({ full_name: 'Bruno Ríos' }).where('id', '=', colleague).execute()
  const startsAt = new Date(platform.clock.now().getTime() + 24 * hourMs)
  await buildAppointment(platform, { ...colleagueService, patientId, startsAt })
  const openAs = async () => {
    const user = await open(`/center/dashboard?seccion=agenda&fecha=${startsAt.toISOString().slice(0, 10)}`, {
      as: colleague,
    })
    await user.click(await screen.findByRole('button', { name: /Lucía Pérez.*Sesión/ }))
    await press(user, 'Historia clínica…', await screen.findByRole('dialog'))
    return { user, dialog: await screen.findByRole('dialog', { name: 'Historia clínica' }) }
  }
  const asking = await openAs()
  await press(asking.user, 'Pedir permiso al paciente', asking.dialog)
  await within(asking.dialog).findByText(/Todavía no respondió/)
  await expectAccessible()

  platform.clock.advance(1000)
  const user = await open('/dashboard?tab=history', { as: patientId })
  await screen.findByText(/^Pide leer tu historia/)
  await screen.findByText('Usa la cuenta de Bruno Ríos, que está en el centro desde el 20 de noviembre de 2025.')
  await expectAccessible()
  await press(user, /^Permitir…/)
  const permission = await screen.findByRole('dialog')
  await within(permission).findByText(/^Vale solo para la cuenta de Bruno Ríos/)
  await press(user, 'Permitir', permission)
  await screen.findByText(/^Puede leer tu historia: le diste permiso/)

  const reading = await openAs()
  await within(reading.dialog).findByText('Lumbalgia mecánica')

  platform.clock.advance(1000)
  const again = await open('/dashboard?tab=history', { as: patientId })
  await press(again, /^Retirar el permiso/)
  await screen.findByText('Permiso retirado')
  await waitFor(() => expect(screen.queryByText(/le diste permiso/)).toBeNull())
})

test('the link of a virtual appointment appears after the consent, a quarter of an hour before it begins', async () => {
  const start = platform.clock.now()
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(start.getTime() + hourMs)
  const { professionalId } = await buildAppointment(platform, { patientId, place: 'online', startsAt })
  await platform.db
    .updateTable('professionals')
    .set({ video_link: 'https://meet.example/sala' })
    .where('id', '=', professionalId)
    .execute()
  const user = await open('/dashboard', { as: patientId })
  await screen.findByText(/necesitamos tu consentimiento/)
  await screen.findByText(telehealthConsent.title)
  await press(user, 'Acepto la videollamada')
  await screen.findByText(/Falta que confirmes tu correo.* Aparece aquí a las 09:45\./)
  await screen.findAllByRole('button', { name: 'Reenviar correo de confirmación' })
  await verifyEmail(platform, { userId: patientId })
  await open('/dashboard', { as: patientId })
  await screen.findByText('Diste tu consentimiento. El enlace aparece aquí a las 09:45.')
  expect(screen.queryByRole('link', { name: 'Entrar a la videollamada' })).toBeNull()
  platform.clock.set(new Date(startsAt.getTime() - 15 * minuteMs))
  await open('/dashboard', { as: patientId })
  const link = await screen.findByRole('link', { name: 'Entrar a la videollamada' })
  expect(link.getAttribute('href')).toBe('https://meet.example/sala')
  platform.clock.set(start)
})
