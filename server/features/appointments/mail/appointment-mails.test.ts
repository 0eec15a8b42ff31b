import { describe, expect, it } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { confirmAppointment } from '../usecases/confirm-appointment.ts'

const platform = await testPlatform()
const { book, hold, patient } = booking(platform)

async function mailTo(to: string | null, kind: string) {
  const mail = (await listMails(platform, { limit: 500 })).find((each) => each.to === to && each.kind === kind)
  if (!mail) throw new Error(`no ${kind} to ${to}`)
  return mail
}

async function setPhoneAndPin(centerId: string) {
  const pin = { latitude: -34.9101, longitude: -56.1502, is_pin_exact: true }
  await platform.db
    .updateTable('center_profiles')
    .set({ phone: '+598 2710 1234', ...pin })
    .where('id', '=', centerId)
    .execute()
}

describe('the mail after booking', () => {
  it('contains price, address and telephone number, and links to the calendar, the directions and both dialogs', async () => {
    const service = await buildService(platform)
    await setPhoneAndPin(service.centerId)
    const caller = await patient()
    const proof = { email_confirmed_at: platform.clock.now(), email_verified_at: platform.clock.now() }
    await platform.db.updateTable('users').set(proof).where('id', '=', caller.userId).execute()
    const { id: appointmentId } = await hold({ ...service, caller })
    const appointment = await confirmAppointment(platform, { caller, appointmentId })
    const { text, html, subject } = await mailTo(appointment.patientEmail, 'appointments.booked')
    expect(text).toContain('Sesión de fisioterapia: $\u00a01.500')
    expect(text).toContain('Puedes pagarla en línea, desde tus citas, o en el centro.')
    expect(text).toContain('Av. Brasil 2500, Pocitos, Montevideo')
    expect(text).toContain('Teléfono del centro: +598 2710 1234')
    expect(text).toContain('https://www.google.com/maps/dir/?api=1&destination=-34.9101%2C-56.1502')
    const dashboard = `${platform.settings.publicUrl}/dashboard?appointment=${appointment.id}`
    expect(text).toContain(`Cambiar:\n${dashboard}&act=move`)
    expect(text).toContain(`Cancelar:\n${dashboard}&act=cancel`)
    expect(text).toMatch(/Calendario:\nhttp\S+\/calendar\/cita\/[\w-]+\/cita\.ics\n/)
    expect(text).toContain(`Ver la cita:\n${dashboard}&act=details`)
    expect(html).toContain(`${dashboard}&amp;act=cancel`)
    expect([...html.matchAll(/>(Calendario|Cómo llegar|Cambiar|Cancelar)<\/a>/g)]).toHaveLength(4)
    expect(subject).toBe('Tu cita está reservada')
  })

  it('of an unproved address has one button, which proves it and leads to the appointment, also for the second one', async () => {
    const caller = await patient()
    const { db, settings } = platform
    const bookedMail = async (startsAt: Date) => {
      const held = await hold({ ...(await buildService(platform)), caller, startsAt })
      const { id, patientEmail } = await confirmAppointment(platform, { caller, appointmentId: held.id })
      const mails = (await listMails(platform, { limit: 500 })).filter(({ to }) => to === patientEmail)
      return { id, mails, text: mails.find(({ text: each }) => each.includes(id))?.text ?? '' }
    }
    await bookedMail(later(24 * hourMs))
    const { id, mails, text } = await bookedMail(monday)
    expect(mails.map(({ kind }) => kind)).toEqual(['appointments.booked', 'appointments.booked'])
    const link = /Confirmar mi correo:\n(\S+)/.exec(text)?.[1] ?? ''
    const values = new URL(link).searchParams
    expect(link.startsWith(`${settings.publicUrl}/auth/v1/verify?`)).toBe(true)
    expect(values.get('redirect_to')).toBe(`${settings.publicUrl}/dashboard?appointment=${id}&act=details`)
    expect(text).not.toContain('Ver la cita:')
    expect(text).toMatch(/Calendario:\n/)
    const tokens = await db.selectFrom('one_time_tokens').where('user_id', '=', caller.userId).selectAll().execute()
    expect(tokens.map(({ kind }) => kind)).toEqual(['signup', 'signup'])
    expect(new Set(tokens.map(({ sign_up_id }) => sign_up_id)).size).toBe(1)
  })

  it('says when and where the link of a video call will be', async () => {
    const service = await buildService(platform)
    const room = { modalities: ['Online'], video_link: 'https://meet.example/sala' }
    await platform.db.updateTable('professionals').set(room).where('id', '=', service.professionalId).execute()
    const caller = await patient()
    const held = await hold({ ...service, caller, place: 'online' })
    const { patientEmail } = await confirmAppointment(platform, { caller, appointmentId: held.id })
    const { text } = await mailTo(patientEmail, 'appointments.booked')
    expect(text).toContain(
      'Online, por videollamada. El enlace de la sala está en tus citas desde 15 minutos antes, con tu correo confirmado.',
    )
    expect(text).not.toContain('meet.example')
  })

  it('names who works alone under their own name once', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Consultorio Inés Torres' })
    const { professionalId } = await buildProfessional(platform, { centerId, name: 'Inés Torres' })
    const { appointment } = await book(await buildService(platform, { centerId, professionalId }))
    const { text } = await mailTo(appointment.patientEmail, 'appointments.booked')
    expect(text).toMatch(/^Inés Torres$/m)
    expect(text).not.toContain('Consultorio')
  })

  it('says to the patient and to the centre that replies are not read, and links to the conversation of both', async () => {
    const service = await buildService(platform)
    const { appointment } = await book(service)
    const { publicUrl } = platform.settings
    const { centerId, centerEmail, patientEmail, patientId } = appointment
    const { text: toPatient } = await mailTo(patientEmail, 'appointments.booked')
    expect(toPatient).toContain(
      'No leemos las respuestas a este correo. Al centro le escribes por los mensajes de Senda.',
    )
    expect(toPatient).toContain(`Escribirle al centro:\n${publicUrl}/chat?to=${centerId}`)
    const { text: toCenter } = await mailTo(centerEmail, 'appointments.booked.center')
    expect(toCenter).toContain(
      'No leemos las respuestas a este correo. Al paciente le escribes por los mensajes de Senda.',
    )
    expect(toCenter).toContain(`${publicUrl}/center/dashboard?seccion=mensajes&centro=${centerId}&to=${patientId}`)
  })

  it('tells a guest, who has no account, to call the centre', async () => {
    const desk = await buildDesk(platform)
    await setPhoneAndPin(desk.centerId)
    const person = { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: 'rosa@ejemplo.uy' } as const
    await desk.book({ startsAt: monday, person })
    const { text } = await mailTo('rosa@ejemplo.uy', 'appointments.booked_at_desk')
    expect(text).toContain(
      'No leemos las respuestas a este correo. Para hablar con el centro, llama al +598 2710 1234.',
    )
    expect(text).not.toContain('/chat')
  })

  it.each([
    ['no pin', { latitude: null, longitude: null, is_pin_exact: false }],
    ['an approximate pin', { is_pin_exact: false }],
  ])('links to the written address of a centre that has %s on the map', async (_, pin) => {
    const service = await buildService(platform)
    await platform.db.updateTable('center_profiles').set(pin).where('id', '=', service.centerId).execute()
    const { appointment } = await book(service)
    const { text } = await mailTo(appointment.patientEmail, 'appointments.booked')
    expect(text).toContain('destination=Av.+Brasil+2500%2C+Pocitos%2C+Montevideo%2C+Uruguay')
  })
})

it('the mails about a home visit contain its address neither for the patient nor for the centre', async () => {
  const service = await buildService(platform)
  const to = `${service.centerId}@centro.uy`
  const { db } = platform
  const home = { modalities: ['A domicilio'] }
  await db.updateTable('professionals').set(home).where('id', '=', service.professionalId).execute()
  await db
    .updateTable('center_profiles')
    .set({ email: to, confirms_manually: true })
    .where('id', '=', service.centerId)
    .execute()
  const caller = await patient()
  const held = await hold({ ...service, caller, place: 'home' })
  const homeAddress = 'Isla de Flores 1987'
  const { patientEmail } = await confirmAppointment(platform, { caller, appointmentId: held.id, homeAddress })
  const mails = (await listMails(platform, { limit: 500 })).filter((mail) => [to, patientEmail].includes(mail.to))
  expect(new Set(mails.map((mail) => mail.to))).toEqual(new Set([to, patientEmail]))
  for (const { subject, text, html } of mails) expect([subject, text, html].join(' ')).not.toContain('Isla de Flores')
})

it('the mail to a guest contains price, place and telephone number, and no link into an account', async () => {
  const desk = await buildDesk(platform)
  await setPhoneAndPin(desk.centerId)
  await desk.book({
    startsAt: monday,
    person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email: 'rosa@ejemplo.uy' },
  })
  const { text } = await mailTo('rosa@ejemplo.uy', 'appointments.booked_at_desk')
  expect(text).toContain('Teléfono del centro: +598 2710 1234')
  expect(text).toContain('Cómo llegar:')
  expect(text).not.toContain('/dashboard')
})

it('no subject and no calendar title contains a service or its specialty', async () => {
  const { centerId, professionalId, serviceId } = await buildService(platform, { name: 'Psicología de pareja' })
  await book({ serviceId })
  await buildAppointment(platform, { centerId, professionalId, serviceId })
  const subjects = (await listMails(platform, { limit: 500 })).map(({ subject }) => subject)
  for (const subject of subjects) expect(subject).not.toMatch(/psico|fisio|pareja|sesión/i)
})
