import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { dayMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

async function buildVisited() {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Elena Bidegain', verified: true })
  const startsAt = new Date(platform.clock.now().getTime() - 7 * dayMs)
  await buildAppointment(platform, { ...desk, patientId, startsAt, status: 'completed' })
  return { ...desk, patientId }
}

test('the owner creates a package, the desk sells it in parts, and the patient sees what is left', async () => {
  const { centerId, reception, patientId } = await buildVisited()
  const owner = await open('/center/dashboard?seccion=promociones', { as: centerId })
  const section = await screen.findByRole('region', { name: 'Bonos' })
  await within(section).findByText('Todavía no vendes bonos')
  await press(owner, 'Crear bono', section)
  const form = await screen.findByRole('dialog', { name: 'Crear bono' })
  const service = await within(form).findByRole('option', { name: 'Sesión de fisioterapia' })
  await owner.selectOptions(within(form).getByLabelText(/^Servicio/), service)
  await fill(owner, /^Precio/, '9.000', form)
  await press(owner, 'Crear bono', form)
  await within(section).findByText(/^\$\s9\.000 · vale 180 días$/)
  await expectAccessible()

  const desk = await open(`/center/dashboard?seccion=pacientes&paciente=patient.${patientId}`, { as: reception })
  const sheet = await screen.findByRole('region', { name: 'Bonos' })
  await within(sheet).findByText('Ninguno todavía.')
  await press(desk, 'Vender un bono', sheet)
  const sale = await screen.findByRole('dialog', { name: 'Vender un bono' })
  await within(sale).findByLabelText(/^10 sesiones de /)
  await fill(desk, /^Importe/, '4.000', sale)
  await press(desk, 'Vender', sale)
  await within(sheet).findByText(/^Quedan 10 de 10/)
  await within(sheet).findByText(/Pagado \$\s4\.000 de \$\s9\.000 · faltan \$\s5\.000/)
  await press(desk, /^Cobrar una parte/, sheet)
  const part = await screen.findByRole('dialog', { name: 'Cobrar una parte del bono' })
  await press(desk, 'Anotar el cobro', part)
  await within(sheet).findByText(/^Pagado \$\s9\.000 de \$\s9\.000$/)
  await press(desk, /^Devolver lo que queda/, sheet)
  const refund = await screen.findByRole('dialog', { name: /^¿Devolver \$\s9\.000\?$/ })
  await within(refund).findByText(/Es todo lo que pagó: no usó ninguna sesión/)
  await press(desk, 'Volver', refund)

  await open('/dashboard?tab=history', { as: patientId })
  const own = await screen.findByRole('region', { name: 'Mis bonos' })
  await within(own).findByText(/^Te quedan 10 de 10/)
  await within(own).findByText(/Si lo devuelves hoy en el centro, te dan \$\s9\.000/)
  await expectAccessible()
})

test('the page of a centre shows what its packages cost, and nothing without any', async () => {
  const { centerId, serviceId, patientId } = await buildVisited()
  await open(`/centers/${centerId}`)
  await screen.findByRole('heading', { name: 'Servicios y precios' })
  expect(screen.queryByRole('heading', { name: 'Bonos de sesiones' })).toBeNull()
  await sellPackage(platform, { centerId, serviceId, personId: patientId })
  await open(`/centers/${centerId}`)
  const list = await screen.findByRole('region', { name: 'Bonos de sesiones' })
  await within(list).findByText(/^\$\s10\.000$/)
})
