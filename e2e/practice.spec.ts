import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectNoOverflow, messageOn, test } from './fixtures.ts'
import { typeDate } from './keyboard.ts'
import { openMail } from './mail-page.ts'
import { expectEscape, openNewCenter, openPracticeSection } from './practice-page.ts'

const longName = 'habilitacion-del-ministerio-de-salud-publica-de-2026.pdf'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const dialog = (page: Page) => page.getByRole('dialog')

async function picture(): Promise<Buffer> {
  return await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a7d5c' } })
    .jpeg()
    .toBuffer()
}

/** Selects a picture with this button, which opens the crop dialog. */
async function frame(page: Page, choose: Locator): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await choose.focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await picture() })
  await expect(dialog(page).getByRole('application')).toBeVisible()
}

// In `npm test`: web/screens/practice.test.tsx tells what each dialog stores and refuses.
test('a new professional and service appear on the public page, and an invitation is sent', { tag: '@storm' }, async ({
  page,
}) => {
  test.slow()
  await openNewCenter(page)
  await openPracticeSection(page, 'Servicios')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agregar profesional' }).click()
  await dialog(page).getByRole('button', { name: 'Agregar' }).click()
  await expect(dialog(page).getByText('El nombre debe tener al menos 2 caracteres')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByLabel('Nombre').fill('Renata Olivera')
  await dialog(page).getByLabel('Título').fill('Licenciada en Nutrición')
  await dialog(page).getByRole('checkbox', { name: 'Online' }).check()
  await dialog(page).getByRole('button', { name: 'Agregar' }).click()
  await expect(dialog(page).getByText('Por favor especifica la plataforma para videollamadas')).toBeVisible()
  await dialog(page).getByLabel('Plataforma para videollamadas').fill('Google Meet')
  await dialog(page).getByRole('button', { name: 'Agregar' }).click()
  await expect(messageOn(page, 'Profesional en el equipo')).toBeVisible()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Renata Olivera' }) })
  await expect(card).toContainText('Sin horario')
  // On a phone the toast covers the next dialog's corner until it closes.
  await expect(messageOn(page, 'Profesional en el equipo')).toBeHidden()

  await card.getByRole('button', { name: 'Agregar servicio' }).click()
  await expect(dialog(page).getByLabel('Duración en minutos')).toHaveValue(/\d+/)
  await dialog(page).getByLabel('Tipo de servicio').selectOption('nutricion')
  await dialog(page).getByLabel('Precio en pesos').fill('mil')
  await dialog(page).getByRole('button', { name: 'Agregar servicio' }).click()
  await expect(dialog(page).getByText('Escribe el precio en pesos, por ejemplo 1.250')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByLabel('Precio en pesos').fill('1.250')
  await dialog(page).getByLabel('Duración en minutos').fill('45')
  await dialog(page).getByRole('button', { name: 'Agregar servicio' }).click()
  await expect(card).toContainText('$ 1.250, 45 min')

  const choose = card.getByRole('button', { name: /^(Elegir|Cambiar) foto de Renata Olivera$/ })
  await frame(page, choose)
  await expectAccessible(page)
  await expectEscape(page, choose)
  await frame(page, choose)
  await dialog(page).getByRole('button', { name: 'Guardar foto' }).click()
  await expect(messageOn(page, 'Foto guardada')).toBeVisible()
  await expect(choose).toBeFocused()
  await expect(messageOn(page, 'Foto guardada')).toBeHidden()
  const remove = card.getByRole('button', { name: 'Quitar foto de Renata Olivera' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('¿Quitar la foto?')
  await expectAccessible(page)
  await expectEscape(page, remove)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Quitar foto' }).click()
  await expect(messageOn(page, 'Foto quitada')).toBeVisible()
  await expect(choose).toBeFocused()

  const address = `recepcion-${Date.now()}@example.com`
  await page.getByRole('button', { name: 'Invitar por correo' }).click()
  await dialog(page).getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(dialog(page).getByText('Por favor ingresa un correo electrónico')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByLabel('Correo electrónico').fill(address)
  await dialog(page).getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(messageOn(page, 'Invitación enviada')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText('recepción')
  await expectAccessible(page)

  await openPracticeSection(page, 'Perfil')
  const shown = page.getByRole('region', { name: 'Tu página pública' })
  await expect(shown).toContainText('Renata Olivera')
  await expect(shown).toContainText('Nutrición')
  await openMail(page, { to: address, subject: 'Te invitaron a un equipo en Senda' })
})

// In `npm test`: web/screens/practice.test.tsx tells the profile and its pin.
test('the owner edits the profile beside the public page, and moves the pin with the keyboard', {
  tag: '@storm',
}, async ({ page }) => {
  test.slow()
  await openNewCenter(page)
  await openPracticeSection(page, 'Perfil')
  const shown = page.getByRole('region', { name: 'Tu página pública' })
  await expect(page.getByText(/^Qué falta para publicar/)).toBeVisible()
  await page.getByLabel('Descripción').fill('Un lugar tranquilo a dos cuadras de la rambla.')
  await page.getByLabel('Sitio web').fill('sin-protocolo')
  await page.getByRole('button', { name: 'Guardar perfil' }).click()
  await expect(page.getByText('Escribe la dirección completa, con https://')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Sitio web').fill('https://ejemplo.uy')
  await page.getByRole('button', { name: 'Guardar perfil' }).click()
  await expect(messageOn(page, 'Perfil guardado')).toBeVisible()
  await expect(shown).toContainText('a dos cuadras de la rambla')

  const pin = page.getByRole('button', { name: /^Punto de tu centro/ })
  await pin.focus()
  const before = await page.getByLabel('Latitud').inputValue()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Latitud')).not.toHaveValue(before)
  await page.getByRole('button', { name: 'Guardar el punto' }).click()
  await expect(messageOn(page, 'Punto del mapa guardado')).toBeVisible()
  await page.getByLabel('Latitud').fill('10,5')
  await page.getByRole('button', { name: 'Guardar el punto' }).click()
  await expect(page.getByText('Ese punto queda fuera de Uruguay')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('switch', { name: /Mostrar mi página al público/ }).click()
  await expect(messageOn(page, 'Tu página está oculta')).toBeVisible()
})

test('a document is uploaded, listed with its status and downloaded, and a file that is not a PDF is refused', async ({
  page,
}) => {
  test.slow()
  await openNewCenter(page)
  await openPracticeSection(page, 'Documentos')
  await expectAccessible(page)
  const card = page.getByRole('region', { name: 'Habilitación' })
  await expect(card).toContainText('Obligatorio')
  await expect(card).toContainText('Falta')
  await card.getByRole('button', { name: /^Subir documento/ }).click()
  const input = dialog(page).locator('input[type=file]:not([capture])')
  await input.setInputFiles({
    name: 'factura.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ\u0090programa'),
  })
  await expect(dialog(page).getByText(/no es un PDF/)).toBeVisible()
  await expectAccessible(page)
  await input.setInputFiles({ name: longName, mimeType: 'application/pdf', buffer: pdf })
  await typeDate(dialog(page).getByLabel('Vence el'), '2027-05-31')
  await dialog(page).getByRole('button', { name: 'Enviar documento' }).click()
  await expect(messageOn(page, 'Documento enviado')).toBeVisible()
  await expect(card).toContainText('En revisión')
  await expect(card).toContainText('Según lo que escribiste, vence el 31 de mayo de 2027')
  await expectNoOverflow(page)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: `Descargar ${longName}` }).click()
  expect((await download).suggestedFilename()).toBe(longName)
})
