import { describe, expect, test } from 'vitest'
import { maxDependants } from '#contract/dependant-words.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { changeIdentityRoutes } from '#server/processes/change-identity.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { dependantsRoutes } from './dependants.ts'

const platform = await testPlatform()
const sofia = { fullName: 'Sofía Pérez', birthDate: '2019-05-04', relation: 'hija' }

/** A patient, and the routes as they call them. */
async function guardian() {
  const { patientId } = await buildPatient(platform)
  const client = justRead(
    platform,
    clientOf(platform, { ...dependantsRoutes, ...changeIdentityRoutes.dependants }, patientId),
  )
  return { client, patientId }
}

/** An appointment of the patient for the dependant, `inHours` from now. */
async function appointmentFor({
  patientId,
  inHours,
  status,
  dependantId,
}: {
  patientId: string
  dependantId: string
  inHours: number
  status?: 'pending' | 'confirmed' | 'cancelled' | 'completed'
}): Promise<void> {
  const { appointmentId } = await buildAppointment(platform, {
    patientId,
    startsAt: new Date(platform.clock.now().getTime() + inHours * hourMs),
    ...(status === undefined ? {} : { status }),
  })
  await platform.db
    .updateTable('appointments')
    .set({ dependant_id: dependantId })
    .where('id', '=', appointmentId)
    .execute()
}

describe('a dependant', () => {
  test('is created, listed in order, updated and removed', async () => {
    const { client } = await guardian()
    expect(await client.list()).toEqual({ items: [] })
    const first = await client.create(sofia)
    expect(first).toEqual({ id: first.id, version: first.version, ...sofia })
    const second = await client.create({ fullName: '  Mateo  ', birthDate: '1950-01-01', relation: ' abuelo 🌿 ' })
    expect(second).toMatchObject({ fullName: 'Mateo', relation: 'abuelo 🌿' })
    const changed = await client.update({ ...sofia, dependantId: first.id, fullName: 'Sofía Núñez' })
    expect(changed).toEqual({ ...first, fullName: 'Sofía Núñez', version: changed.version })
    expect(changed.version).not.toBe(first.version)
    expect(await client.list()).toEqual({ items: [changed, second] })
    expect(await client.remove({ dependantId: first.id })).toEqual({ removed: true })
    expect(await client.list()).toEqual({ items: [second] })
    expect(await platform.db.selectFrom('dependants').select('id').where('id', '=', first.id).execute()).toEqual([])
  })

  test('of another patient, unknown or removed can’t be updated or removed', async () => {
    const [mine, theirs] = [await guardian(), await guardian()]
    const removed = await mine.client.create(sofia)
    await mine.client.remove({ dependantId: removed.id })
    const foreign = await theirs.client.create(sofia)
    for (const dependantId of [foreign.id, removed.id, newId()]) {
      await expect(mine.client.update({ ...sofia, dependantId })).rejects.toEqual(withCode('dependants.not_found'))
      await expect(mine.client.remove({ dependantId })).rejects.toEqual(withCode('dependants.not_found'))
    }
    expect(await theirs.client.list()).toEqual({ items: [foreign] })
  })

  test.for([
    { fullName: '' },
    { fullName: '\u200b \u202e' },
    { fullName: 'x'.repeat(201) },
    { relation: '' },
    { relation: 'x'.repeat(61) },
    { birthDate: '2026-02-30' },
    { birthDate: '1899-12-31' },
    { birthDate: '' },
    { birthDate: '2026-11-21' },
    { birthDate: '2199-01-01' },
  ])('with %j can be neither created nor updated', async (change) => {
    const { client } = await guardian()
    const known = await client.create(sofia)
    await expect(client.create({ ...sofia, ...change })).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status < 500),
    })
    await expect(client.update({ ...sofia, ...change, dependantId: known.id })).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status < 500),
    })
    expect(await client.list()).toEqual({ items: [known] })
  })

  test('may be born today, by the date in Montevideo', async () => {
    const { client } = await guardian()
    const now = platform.clock.now()
    // Eleven at night in Montevideo: in UTC the next day has begun.
    platform.clock.set(new Date('2026-11-20T02:00:00Z'))
    await expect(client.create({ ...sofia, birthDate: '2026-11-20' })).rejects.toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'birthDate', message: 'La fecha está en el futuro' }] },
    })
    await expect(client.create({ ...sofia, birthDate: '2026-11-19' })).resolves.toMatchObject({
      birthDate: '2026-11-19',
    })
    platform.clock.set(now)
  })
})

describe('the limit of dependants', () => {
  test('holds for two simultaneous requests, and a removal makes room', async () => {
    const { client } = await guardian()
    const added = []
    for (let n = 1; n < maxDependants; n++) added.push(await client.create(sofia))
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => client.create(sofia)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of outcomes) {
      if (each.status === 'rejected') expect(each.reason).toEqual(withCode('dependants.too_many'))
    }
    expect((await client.list()).items).toHaveLength(maxDependants)
    await client.remove({ dependantId: added[0]?.id ?? '' })
    await expect(client.create(sofia)).resolves.toMatchObject(sofia)
  })
})

test('a dependant who had a visit becomes no other person, and is corrected in one of the two data at a time', async () => {
  const { client, patientId } = await guardian()
  const known = await client.create(sofia)
  const other = { dependantId: known.id, fullName: 'Bruno Otro', birthDate: '1955-01-02', relation: 'abuelo' }
  const corrected = { ...sofia, fullName: 'Sofia Perez', birthDate: '2019-04-05' }
  await appointmentFor({ patientId, dependantId: known.id, inHours: 30, status: 'confirmed' })
  await client.update({ ...other, ...sofia, fullName: 'Sofía Pires', birthDate: '2019-05-05' })
  await appointmentFor({ patientId, dependantId: known.id, inHours: -30, status: 'completed' })
  await expect(client.update(other)).rejects.toEqual(withCode('dependants.other_person'))
  await client.update({ ...other, birthDate: '2019-05-05' })
  await client.update({ ...sofia, dependantId: known.id, birthDate: '2019-05-05' })
  // Accents alone are no other name.
  expect(await client.update({ ...corrected, dependantId: known.id })).toMatchObject(corrected)
})

describe('the removal of a dependant with appointments', () => {
  test.for(['pending', 'confirmed'] as const)('is refused while a future appointment is %s', async (status) => {
    const { client, patientId } = await guardian()
    const known = await client.create(sofia)
    await appointmentFor({ patientId, dependantId: known.id, inHours: 30, status })
    await expect(client.remove({ dependantId: known.id })).rejects.toEqual(withCode('dependants.has_appointments'))
    expect(await client.list()).toEqual({ items: [known] })
  })

  test('hides the dependant when all are past or cancelled, and these keep the name', async () => {
    const { client, patientId } = await guardian()
    const known = await client.create(sofia)
    await appointmentFor({ patientId, dependantId: known.id, inHours: -30, status: 'completed' })
    await appointmentFor({ patientId, dependantId: known.id, inHours: 30, status: 'cancelled' })
    await client.remove({ dependantId: known.id })
    expect(await client.list()).toEqual({ items: [] })
    const rows = await platform.db
      .selectFrom('appointments')
      .innerJoin('dependants', 'dependants.id', 'appointments.dependant_id')
      .select(['full_name', 'removed_at'])
      .where('dependants.id', '=', known.id)
      .execute()
    const removed = { full_name: sofia.fullName, removed_at: platform.clock.now() }
    expect(rows).toEqual([removed, removed])
    await expect(client.remove({ dependantId: known.id })).rejects.toEqual(withCode('dependants.not_found'))
  })
})
