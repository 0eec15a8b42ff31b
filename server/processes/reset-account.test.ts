import { expect, test } from 'vitest'
import { completeRegistration } from '#server/features/auth/usecases/complete-registration.ts'
import { listOwnRecords, readOwnRecord } from '#server/features/clinical-records/usecases/read-own-record.ts'
import { readRecord } from '#server/features/clinical-records/usecases/read-record.ts'
import { writeRecord } from '#server/features/clinical-records/usecases/write-record.ts'
import { sendMessage } from '#server/features/conversations/usecases/send-message.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { signUp, startService } from '#server/testing/auth-service.ts'
import { buildAppointment, buildMember, buildService } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'

const service = await startService()
const { platform } = service
const { db, clock } = platform

/** Ana signs up with an address of Beto, is seen, writes to the centre and books again; Beto then says that it was not him. */
async function replaceAna() {
  const ana = await signUp(service, { data: { full_name: 'Ana Equivocada', phone: '099 111 222' } })
  const patientId = ana.user.id
  const practice = await buildService(platform)
  const { centerId, professionalId } = practice
  const professional = (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId
  const at = (days: number) => new Date(clock.now().getTime() + days * dayMs)
  const visit = await buildAppointment(platform, { ...practice, patientId, status: 'completed', startsAt: at(-2) })
  const upcoming = await buildAppointment(platform, { ...practice, patientId, startsAt: at(3) })
  const request = { userId: professional, centerId, appointmentId: visit.appointmentId }
  await writeRecord(platform, { ...request, content: { diagnosis: 'Lumbalgia', notes: 'Secreto' }, after: 0 })
  const { id: conversationId } = await startConversation(platform, { userId: patientId, recipientId: centerId })
  await sendMessage(platform, { userId: patientId, conversationId, id: newId(), content: 'No se lo digan a otros' })

  const { values } = await service.press(await service.linkTo(ana.email), { isMine: false })
  const owner = await db.selectFrom('users').select('id').where('email', '=', ana.email).executeTakeFirstOrThrow()
  return { ...practice, ana, patientId, ownerId: owner.id, visit, upcoming, request, values }
}

test('an owner who did not sign up reads nothing of the person who did, whose centre keeps the visit under that person’s name', async () => {
  const { ana, patientId, ownerId, visit, upcoming, request, values } = await replaceAna()
  expect(values.get('access_token')).toBeTruthy()
  expect(ownerId).not.toBe(patientId)
  const names = { fullName: 'Beto Ajeno', phone: '+59899123457', centerName: '', specialty: null }
  const completion = { ...names, userType: 'patient', acceptTerms: true } as const
  await completeRegistration(platform, { userId: ownerId, completion })
  expect(await listOwnRecords(platform, { userId: ownerId })).toEqual([])
  const own = { userId: ownerId, appointmentId: visit.appointmentId }
  await expect(readOwnRecord(platform, own)).rejects.toEqual(withCode('clinical_records.not_found'))
  expect(
    await db.selectFrom('conversations').select('id').where('patient_id', 'in', [patientId, ownerId]).execute(),
  ).toEqual([])
  expect(await readRecord(platform, request)).toMatchObject({
    patientName: 'Ana Equivocada',
    versions: [{ diagnosis: 'Lumbalgia' }],
    can: { write: false },
  })
  const appointments = db.selectFrom('appointments').where('id', 'in', [visit.appointmentId, upcoming.appointmentId])
  expect(
    await appointments.select(['patient_id', 'status', 'cancellation_reason']).orderBy('starts_at').execute(),
  ).toEqual([
    { patient_id: patientId, status: 'completed', cancellation_reason: null },
    { patient_id: patientId, status: 'cancelled', cancellation_reason: 'El correo de la cuenta era de otra persona' },
  ])
  expect((await ana.client.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('an owner who did not sign up gets no mail about the appointments of the person who did', async () => {
  const { ana } = await replaceAna()
  expect((await service.mailsTo(ana.email)).map(({ kind }) => kind)).toEqual(['accounts.signup'])
})

test('a role that staff granted to an address stays with its owner, also that of the last administrator', async () => {
  const person = await signUp(service)
  const role = { user_id: person.user.id, role: 'admin', created_at: clock.now() }
  await db.insertInto('user_roles').values(role).execute()
  await service.press(await service.linkTo(person.email), { isMine: false })
  const roles = db.selectFrom('user_roles').innerJoin('users', 'users.id', 'user_roles.user_id').select('role')
  expect((await roles.where('email', '=', person.email).execute()).map(({ role: name }) => name).toSorted()).toEqual([
    'admin',
    'patient',
  ])
})
