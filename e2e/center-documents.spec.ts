import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { registrationForm } from '#server/testing/uploads.ts'
import { bookingSteps, holdFirstTime, openNextWeek } from './booking-page.ts'
import { registerPatient, sessionKey, signInByApi } from './by-api.ts'
import { runSql } from './database.ts'
import { expectAccessible, messageOn, test, whenInteractive } from './fixtures.ts'
import { typeDate } from './keyboard.ts'
import { confirmByMail, openMail } from './mail-page.ts'
import { newPerson } from './person.ts'
import { certification } from './register-center-page.ts'

const moderator = { email: 'moderador@demo.uy', password: 'Senda-2026!' }
const notBookable = 'No recibe reservas por ahora.'

type Registered = { id: string; name: string; email: string }

// In `npm test`: web/screens/admin-centers.test.tsx, booking.test.tsx and admin-finance.test.tsx there tell its parts.
test('a centre registers, is approved and booked; its licence lapses and is renewed; a bad review is reported and removed, and its month is settled', {
  tag: '@storm',
}, async ({ page: owner, visitor }) => {
  test.setTimeout(120_000)
  const center = await registerWithLicense(owner)
  const staff = await visitor()
  await signInByApi(staff, moderator)

  // A moderator finds the document in the queue, looks at it and approves it by keyboard.
  await approveLicense(staff, center, { expiryDate: dayFromNow(300) })
  await approveCenter(staff, center)
  await openMail(owner, { to: center.email, subject: 'Aprobamos tu página' })

  // It is in the search, with its badge, and a patient books it.
  const patient = await visitor()
  const person = newPerson()
  await registerPatient(patient, person)
  await expect(async () => {
    await patient.goto(`/centers?${new URLSearchParams({ q: center.name, when: 'any' })}`)
    await expect(cardOf(patient, center)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(cardOf(patient, center).getByText('Verificado', { exact: true })).toBeVisible()
  await patient.goto(`/book/${center.id}`)
  await whenInteractive(patient)
  await openNextWeek(bookingSteps(patient).when)
  await holdFirstTime(patient)
  await patient.getByRole('button', { name: /^(Confirmar|Pedir) reserva$/ }).click()
  await expect(
    patient.getByRole('heading', {
      level: 1,
      name: /^(¡Reserva confirmada!|Tu hora está reservada|¡Pedido enviado!)$/,
    }),
  ).toBeVisible()

  // The days pass and the licence lapses: badge and booking go, and the appointment stays.
  await runSql(`update compliance_checks set expiry_date = current_date - 2
    where center_id = '${center.id}' and status = 'approved'`)
  await runSql(`select graphile_worker.add_job('compliance.expire-checks', '{}'::json)`)
  await openMail(owner, { to: center.email, subject: 'Venció un documento de tu centro' })
  await openProfile(patient, center)
  await expect(patient.getByText(notBookable).filter({ visible: true }).first()).toBeVisible()
  await expect(patient.getByText('Centro verificado')).toHaveCount(0)
  await patient.goto('/dashboard')
  await expect(patient.getByText(center.name).first()).toBeVisible()
  await owner.goto('/center/dashboard?seccion=documentos')
  await expect(owner.getByText('No recibes reservas nuevas')).toBeVisible()

  // The centre renews it, and both are back.
  await uploadLicense(owner)
  await approveLicense(staff, center, { expiryDate: dayFromNow(600) })
  await openProfile(patient, center)
  await expect(patient.getByText('Centro verificado').first()).toBeVisible()
  await expect(patient.getByText(notBookable)).toHaveCount(0)
  await patient.goto(`/book/${center.id}`)
  await openNextWeek(bookingSteps(patient).when)
  await holdFirstTime(patient)

  // The consultation takes place. Its bad review is reported by the centre and removed, and its author reads why.
  await completeConsultation(center)
  await writeBadReview(patient)
  await openProfile(patient, center)
  await expect(patient.getByText(insult).first()).toBeVisible()
  await reportReview(owner)
  await removeReview(staff, center)
  await openMail(patient, { to: person.email, subject: 'Retiramos una opinión tuya' })
  await expect(patient.frameLocator('iframe').getByText('Insulta a quien atiende.')).toBeVisible()
  await expect(async () => {
    await openProfile(patient, center)
    await expect(patient.getByText(insult)).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

  // The month is settled: the centre has a mail with the reference, and reads it beside its money.
  const reference = `TRF-${randomUUID().slice(0, 8)}`
  await settleMonth(staff, center, reference)
  await openMail(owner, { to: center.email, subject: `Recibimos el pago de tus comisiones: ${reference}` })
  await owner.goto('/center/dashboard?seccion=dinero')
  await expect(owner.getByText('No tienes comisiones por pagar.')).toBeVisible()
  await expect(owner.getByText(reference).first()).toBeVisible()
})

const insult = 'Un desastre: me gritaron al llegar.'

/** Days pass: the booked consultation ends, and the job that completes what the desk left open charges its commission. */
async function completeConsultation({ id }: Registered): Promise<void> {
  // Without the triggers, which refuse to move a patient's booking into the past.
  await runSql(`set session_replication_role = replica; update appointments set status = 'confirmed',
      during = tstzrange(lower(during) - interval '30 days', upper(during) - interval '30 days')
    where center_id = '${id}' and status in ('pending', 'confirmed')`)
  await runSql(`select graphile_worker.add_job('appointments.close', '{}'::json)`)
}

async function writeBadReview(patient: Page): Promise<void> {
  const rate = patient.getByRole('button', { name: /^Calificar/ })
  await expect(async () => {
    await patient.goto('/dashboard?tab=history')
    await expect(rate.first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await rate.first().click()
  const dialog = patient.getByRole('dialog', { name: 'Califica tu consulta' })
  await dialog.getByRole('radio', { name: /^1 / }).check({ force: true })
  await dialog.getByLabel(/^Cuéntalo con tus palabras/).fill(insult)
  await dialog.getByRole('button', { name: 'Publicar opinión' }).click()
  await expect(messageOn(patient, 'Gracias por tu opinión')).toBeVisible()
}

async function reportReview(owner: Page): Promise<void> {
  await owner.goto('/center/dashboard?seccion=opiniones')
  await owner.getByRole('article').filter({ hasText: insult }).getByRole('button', { name: 'Reportar' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Reportar la opinión' })
  await dialog.getByLabel(/^Motivo/).fill('No es verdad, y nos insulta.')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(messageOn(owner, 'Gracias por avisarnos')).toBeVisible()
}

async function removeReview(staff: Page, { name }: Registered): Promise<void> {
  await staff.goto(`/admin/dashboard?seccion=moderacion&q=${encodeURIComponent(name)}`)
  const row = staff.getByRole('region', { name: 'Opiniones' }).getByRole('listitem').filter({ hasText: insult })
  await expect(row.getByText('No es verdad, y nos insulta.')).toBeVisible()
  await row.getByRole('button', { name: /^Retirar/ }).click()
  const dialog = staff.getByRole('dialog', { name: 'Retirar la opinión' })
  await dialog.getByLabel(/^Motivo/).fill('Insulta a quien atiende.')
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await expect(messageOn(staff, 'Opinión retirada')).toBeVisible()
}

async function settleMonth(staff: Page, { name }: Registered, reference: string): Promise<void> {
  await staff.goto(`/admin/dashboard?seccion=financiero&q=${encodeURIComponent(name)}`)
  await staff.getByRole('checkbox', { name: `Elegir ${name}` }).check()
  await staff.getByRole('button', { name: 'Liquidar…' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Liquidar comisiones' })
  await dialog.getByLabel('Referencia').fill(reference)
  await dialog.getByRole('button', { name: 'Marcar como pagadas' }).click()
  await expect(messageOn(staff, 'Comisiones pagadas')).toBeVisible()
}

/** A new centre with a priced service, whose signed-in owner uploads the licence. */
async function registerWithLicense(page: Page): Promise<Registered> {
  const email = `centro-${randomUUID()}@example.com`
  const name = `Consultorio Guayabo ${randomUUID().slice(0, 6)}`
  const form = registrationForm({ email })
  const filled = { ...form, centerInfo: { ...form.centerInfo, centerName: name } }
  const response = await page.request.post('/api/v1/centers', { multipart: { form: JSON.stringify(filled) } })
  expect(response.status(), await response.text()).toBe(201)
  // An address that is not confirmed gets at most five mails a day, and this centre gets more.
  await confirmByMail(page, { email })
  await signInByApi(page, { email, password: form.accessData.password })
  await uploadLicense(page)
  // The centre of an account has its id.
  const session = await page.evaluate((key) => localStorage.getItem(key), sessionKey)
  const { user } = JSON.parse(session ?? '{}') as { user: { id: string } }
  return { id: user.id, name, email }
}

async function uploadLicense(page: Page): Promise<void> {
  await page.goto('/center/dashboard?seccion=documentos')
  await page.locator('#upload-license').click()
  const dialog = page.getByRole('dialog', { name: /^Subir: / })
  await dialog.locator('input[type=file]:not([capture])').setInputFiles({ ...certification, name: 'habilitacion.pdf' })
  await typeDate(dialog.getByLabel('Vence el'), dayFromNow(300))
  await dialog.getByRole('button', { name: 'Enviar documento' }).click()
  await expect(messageOn(page, 'Documento enviado')).toBeVisible()
}

async function approveLicense(page: Page, center: Registered, { expiryDate }: { expiryDate: string }): Promise<void> {
  await page.goto('/admin/dashboard?seccion=cumplimiento&ordendocumentos=newest')
  await page.getByRole('link', { name: new RegExp(`^Revisar ?: ${center.name}`) }).click()
  const desk = page.getByRole('region', { name: 'Revisar documentos' })
  await expect(desk).toBeFocused()
  await expectDocumentShown(page, desk)
  await expectAccessible(page)
  // Without an accent: in the C locale Chromium calls such a file "download".
  const download = page.waitForEvent('download')
  await desk.getByRole('button', { name: 'Descargar habilitacion.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('habilitacion.pdf')
  await desk.focus()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Aprobar el documento' })
  await typeDate(dialog.getByLabel('Vence el'), expiryDate)
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await expect(messageOn(page, 'Documento aprobado')).toBeVisible()
}

/** A browser without a viewer, such as the one that journeys may run in, offers the download instead. */
async function expectDocumentShown(page: Page, desk: Locator): Promise<void> {
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
    await expect(desk.getByTitle(/^El archivo: /)).toHaveAttribute('src', /^blob:/)
  } else {
    await expect(desk.getByText('Este navegador no muestra un PDF dentro de la página.')).toBeVisible()
  }
}

async function approveCenter(page: Page, center: Registered): Promise<void> {
  await page.goto(`/admin/dashboard?seccion=centros&q=${encodeURIComponent(center.name)}`)
  await page.getByRole('link', { name: center.name }).click()
  await page.getByRole('link', { name: 'Ver la página como un visitante' }).click()
  await expect(page.getByText('Vista previa del equipo')).toBeVisible()
  await expect(
    page.getByRole('heading', { level: 1, name: center.name }).or(page.getByText(center.name)).first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Volver al centro' }).click()
  await page.getByRole('button', { name: 'Aprobar el centro…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aprobar el centro' })
  await dialog.getByLabel(/^Motivo/).fill('Tiene todo en orden.')
  await dialog.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await expect(messageOn(page, 'Centro aprobado')).toBeVisible()
}

/** Opens the centre's public page. It may come from the cache and be a moment old. */
async function openProfile(page: Page, { id, name }: Registered): Promise<void> {
  await page.goto(`/centers/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

function cardOf(page: Page, { name }: Registered): Locator {
  return page.getByRole('article').filter({ hasText: name })
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
