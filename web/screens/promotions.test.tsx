import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { buildAccount, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { allowPromotions, buildPromotion } from '#server/testing/promotions.ts'
import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

const usesOf = (promotionId: string) =>
  platform.db.selectFrom('promotion_usage').where('promotion_id', '=', promotionId).select('status').execute()

test('a patient validates a code, applies it, and gives it back', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Rambla' })
  const { patientId } = await buildPatient(platform)
  await allowPromotions(platform, { patientId, centerId })
  const { promotionId } = await buildPromotion(platform, { centerId, code: 'MAYO20', discountValue: 20 })
  const user = await open('/promotions', { as: patientId })
  await screen.findByRole('heading', { level: 1, name: 'Promociones' })
  expect(screen.queryByRole('heading', { name: /Mis Promociones/ })).toBeNull()
  const panel = await screen.findByRole('region', { name: 'Aplicar Código de Descuento' })
  await screen.findByText(/Todavía no aplicaste ninguna/)
  await expectAccessible()

  await press(user, 'Validar', panel)
  await screen.findByText('Por favor ingresa el código y el monto del pedido')
  await fill(user, /^Código/, 'nada', panel)
  await fill(user, /^Monto del pedido/, '1.500', panel)
  await press(user, 'Validar', panel)
  await within(panel).findByText('Inválida')
  await within(panel).findByText('Ese código no existe. Revísalo y vuelve a probar.')
  await screen.findByText('Promoción inválida')

  await fill(user, /^Código/, 'mayo 20', panel)
  await press(user, 'Validar', panel)
  await screen.findByText('¡Promoción válida!')
  await screen.findByText(/^Ahorrarás \$\s300$/)
  expect(panel.textContent).toMatch(/Pagas \$\s1\.200\. Vale en Centro Rambla\./)
  expect(await usesOf(promotionId)).toEqual([])
  await press(user, 'Aplicar', panel)
  await screen.findByText('¡Promoción aplicada!')
  await screen.findByText('El descuento se ha aplicado exitosamente')
  const uses = screen.getByRole('region', { name: 'Promociones que aplicaste' })
  await within(uses).findByText('Reservada')
  expect(await usesOf(promotionId)).toEqual([{ status: 'reserved' }])

  await press(user, 'Dejar de usar MAYO20', uses)
  const dialog = await screen.findByRole('dialog', { name: '¿Dejar de usar MAYO20?' })
  await press(user, 'Dejar de usar', dialog)
  await within(uses).findByText('Devuelta')
  expect(await usesOf(promotionId)).toEqual([{ status: 'released' }])
  await press(user, 'Usar de nuevo MAYO20', uses)
  expect(within(panel).getByLabelText<HTMLInputElement>(/^Código/).value).toBe('MAYO20')
})

test('a patient without a confirmed address or an appointment reads what to do first, and goes on from there', async () => {
  const { centerId } = await buildCenter(platform)
  const { patientId } = await buildPatient(platform)
  const { promotionId } = await buildPromotion(platform, { centerId, code: 'PRIMERO', discountValue: 20 })
  const user = await open('/promotions', { as: patientId })
  const panel = await screen.findByRole('region', { name: 'Aplicar Código de Descuento' })
  await within(panel).findByText(/confirma primero tu correo con el enlace/)
  await within(panel).findByRole('button', { name: /Reenviar correo de confirmación/ })
  await expectAccessible()
  await fill(user, /^Código/, 'primero', panel)
  await fill(user, /^Monto del pedido/, '1500', panel)
  await press(user, 'Aplicar', panel)
  await screen.findByText('Para aplicar un código, confirma primero tu correo con el enlace que te enviamos.', {
    selector: '[data-toast] *, [role=status] *, li *',
  })
  expect(await usesOf(promotionId)).toEqual([])

  const now = platform.clock.now()
  const verified = { email_confirmed_at: now, email_verified_at: now }
  await platform.db.updateTable('users').set(verified).where('id', '=', patientId).execute()
  await press(user, 'Aplicar', panel)
  await screen.findByText(/^Reserva primero una cita en la que valga este código/)
  expect(await usesOf(promotionId)).toEqual([])
})

test('a patient reads which amounts cannot be read or are too large, and one with cents is computed', async () => {
  const { centerId } = await buildCenter(platform)
  const { patientId } = await buildPatient(platform)
  await buildPromotion(platform, { centerId, code: 'CENTS', discountValue: 10 })
  const user = await open('/promotions', { as: patientId })
  const panel = await screen.findByRole('region', { name: 'Aplicar Código de Descuento' })
  await fill(user, /^Código/, 'cents', panel)
  const unreadable = 'Escribe el importe en pesos, por ejemplo 1250 o 1250,50'
  for (const [typed, message] of [
    ['12.50', unreadable],
    ['-10', unreadable],
    ['0', unreadable],
    ['1e309', unreadable],
    ['100000000000', unreadable],
    ['999999999', 'El importe es demasiado grande'],
  ] as const) {
    await fill(user, /^Monto del pedido/, typed, panel)
    await press(user, 'Validar', panel)
    await within(panel).findByText(message)
  }
  await fill(user, /^Monto del pedido/, '12,50', panel)
  await press(user, 'Validar', panel)
  await screen.findByText(/^Ahorrarás \$\s1,25$/)
  expect(panel.textContent).toMatch(/Pagas \$\s11,25\./)
})

test('a promotion that was switched off after it was validated is not applied, and says why', async () => {
  const { centerId } = await buildCenter(platform)
  const { patientId } = await buildPatient(platform)
  const { promotionId } = await buildPromotion(platform, { centerId, code: 'JUNIO', isPublic: true })
  const user = await open('/promotions', { as: patientId })
  await press(user, 'Usar el código JUNIO')
  const panel = await screen.findByRole('region', { name: 'Aplicar Código de Descuento' })
  await fill(user, /^Monto del pedido/, '900', panel)
  await platform.db.updateTable('promotions').set({ is_active: false }).where('id', '=', promotionId).execute()
  await press(user, 'Aplicar', panel)
  await screen.findByText('Promoción inválida')
  await screen.findByText('Esta promoción no está activa.')
})

test('the owner of a centre creates, deactivates and edits a promotion, and copies its code', async () => {
  const { centerId } = await buildCenter(platform)
  await buildPromotion(platform, { centerId: (await buildCenter(platform)).centerId, code: 'TOMADO' })
  const user = await open('/center/dashboard?seccion=promociones', { as: centerId })
  await screen.findByRole('navigation', { name: 'Secciones de tu centro' })
  await screen.findByRole('heading', { name: 'Mis Promociones' })
  await press(user, 'Crear promoción')
  const dialog = await screen.findByRole('dialog', { name: 'Crear promoción' })
  await press(user, 'Crear promoción', dialog)
  await within(dialog).findByText('Escribe un código, o genera uno')
  await within(dialog).findByText('El porcentaje va de 1 a 100, con un decimal como máximo')
  await press(user, 'Generar', dialog)
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Código/).value).toMatch(/^[A-Z0-9]{6}$/)
  await fill(user, /^Código/, 'tomado', dialog)
  await fill(user, /^Nombre/, 'Bienvenida', dialog)
  await fill(user, /^Descuento \(%\)/, '101', dialog)
  await press(user, 'Crear promoción', dialog)
  await within(dialog).findByText('El porcentaje va de 1 a 100, con un decimal como máximo')
  await fill(user, /^Descuento \(%\)/, '12,5 %', dialog)
  await press(user, 'Crear promoción', dialog)
  await within(dialog).findByText('Ya existe una promoción con ese código.')
  await screen.findByText('No se pudo crear la promoción')
  await fill(user, /^Código/, 'hola 15', dialog)
  await expectAccessible()
  await press(user, 'Crear promoción', dialog)
  await screen.findByText('Promoción creada')
  await screen.findByText('12,5 % de descuento')

  await press(user, 'Copiar el código HOLA15')
  await screen.findByText('Código copiado')
  await press(user, 'Desactivar HOLA15')
  await screen.findByText('Inactiva')
  await screen.findByText('Promoción actualizada')
  await press(user, 'Editar HOLA15')
  const edit = await screen.findByRole('dialog', { name: 'Editar HOLA15' })
  await fill(user, /^Límite de usos/, '30', edit)
  await press(user, 'Guardar', edit)
  await screen.findByText(/Usos: 0 de 30/)
  await expectAccessible()
})

test('the published promotions and those of a centre are listed newest first', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ibirapitá' })
  const { patientId } = await buildPatient(platform)
  const names = ['Ibirapitá otoño', 'Ibirapitá invierno', 'Ibirapitá verano']
  for (const [index, name] of names.entries()) {
    const { promotionId } = await buildPromotion(platform, { centerId, name, isPublic: true })
    const created_at = new Date(platform.clock.now().getTime() + (index - 3) * 60_000)
    await platform.db.updateTable('promotions').set({ created_at }).where('id', '=', promotionId).execute()
  }
  const shown = () => screen.getAllByText(/^Ibirapitá (otoño|invierno|verano)$/).map(({ textContent }) => textContent)
  for (const [path, as] of [
    ['/promotions', patientId],
    ['/center/dashboard?seccion=promociones', centerId],
  ] as const) {
    await open(path, { as })
    await screen.findByText('Ibirapitá otoño')
    expect(shown(), path).toEqual(names.toReversed())
  }
})

test('staff create promotions of Senda, valid in every centre', async () => {
  const { userId } = await buildAccount(platform, { role: 'moderator' })
  await open('/promotions', { as: userId })
  await screen.findByRole('heading', { name: 'Mis Promociones' })
  await screen.findByText(/Las de Senda valen en todos los centros/)
  await open('/admin/dashboard?seccion=promociones', { as: userId })
  await screen.findByRole('navigation', { name: 'Secciones de administración' })
  await screen.findByText(/Las de Senda valen en todos los centros/)
})

test('a signed-in patient reads the price with the centre’s promotion on its card, its page and the summary of a booking', async () => {
  const { centerId, serviceId } = await buildService(platform, { name: 'Masaje de pies', priceCents: 100_000 })
  const { patientId } = await buildPatient(platform, { verified: true })
  await buildPromotion(platform, { centerId, code: 'JUNIO25', discountValue: 25, isPublic: true })
  const line = /^Promoción del centro: \$\s750 con el código JUNIO25$/
  for (const page of ['/centers?when=any', `/centers/${centerId}`, `/book/${centerId}?offer=${serviceId}`]) {
    await open(page, { as: patientId })
    expect(await screen.findAllByText(line), page).not.toEqual([])
  }
  await open(`/centers/${centerId}`)
  await screen.findAllByText('Masaje de pies')
  expect(screen.queryByText(line)).toBeNull()
})
