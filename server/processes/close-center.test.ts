import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { searchCenters } from '#server/features/search/usecases/search-centers.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient, buildProfessional } from '#server/testing/builders.ts'
import { findTexts } from '#server/testing/find-texts.ts'
import { buildOwnCenter } from '#server/testing/own-center.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { listStoredFiles } from '#server/testing/uploads.ts'

import { deleteAccount } from './delete-account.ts'
import { readConsequences } from './read-deletion-consequences.ts'

const platform = await testPlatform()

const remove = (actor: { userId: string; sessionId: string }) =>
  deleteAccount(platform, { actor, currentPassword: null })

const rowOf = async (table: 'profiles' | 'center_profiles' | 'professionals', id: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(platform.db)).rows[0]

const appointmentOf = (id: string) =>
  platform.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst()

describe('the centre of a deleted account', () => {
  test('leaves search, loses its contact data, and stays in its patients’ histories', async () => {
    const person = await buildSignedIn(platform, { roles: ['center'] })
    const ownCenter = await buildOwnCenter(platform, { userId: person.userId, tag: 'Iop' })
    const { appointmentId } = await buildAppointment(platform, {
      ...ownCenter,
      status: 'completed',
      startsAt: new Date(platform.clock.now().getTime() - 48 * hourMs),
    })
    const listFound = async () =>
      (await searchCenters(platform, { q: ownCenter.texts.centerName })).items.map(({ center }) => center.id)
    expect(await listFound()).toContain(ownCenter.centerId)
    await remove(person)
    expect(await listFound()).not.toContain(ownCenter.centerId)
    expect(await rowOf('center_profiles', ownCenter.centerId)).toMatchObject({
      center_name: ownCenter.texts.centerName,
      is_public: false,
      verified: false,
      email: `${person.userId}@deleted.invalid`,
      phone: null,
      address: '',
      website: null,
      description: '',
      latitude: null,
    })
    expect(await rowOf('professionals', ownCenter.professionalId)).toMatchObject({
      is_active: false,
      bio: '',
      gender: null,
      user_id: null,
    })
    expect(await appointmentOf(appointmentId)).toMatchObject({ center_id: ownCenter.centerId, status: 'completed' })
    const { centerName: _, ...texts } = ownCenter.texts
    expect(await findTexts(platform, Object.values(texts))).toEqual([])
  })

  test('keeps its guests’ home visits without their addresses or cancellation reasons', async () => {
    const person = await buildSignedIn(platform, { roles: ['center'] })
    const ownCenter = await buildOwnCenter(platform, { userId: person.userId, tag: 'Lkj' })
    const startsAt = new Date(platform.clock.now().getTime() - 48 * hourMs)
    const { appointmentId } = await buildAppointment(platform, { ...ownCenter, status: 'cancelled', startsAt })
    const texts = { fullName: 'Rosa de Lkj', home: 'Sarandí de Lkj 88', reason: 'Gripe de Lkj' }
    const guestId = newId()
    const now = platform.clock.now()
    await platform.db
      .insertInto('guests')
      .values({
        id: guestId,
        center_id: ownCenter.centerId,
        full_name: texts.fullName,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await platform.db
      .updateTable('appointments')
      .set({ patient_id: null, guest_id: guestId, booked_by: 'center', place: 'home', home_address: texts.home })
      .set({ cancellation_reason: texts.reason })
      .where('id', '=', appointmentId)
      .execute()
    await remove(person)
    expect(await findTexts(platform, Object.values(texts))).toEqual([])
    expect(await appointmentOf(appointmentId)).toMatchObject({ guest_id: guestId, status: 'cancelled' })
  })

  test('loses its documents and pictures with their files, and no other centre does', async () => {
    const fresh = await testPlatform()
    const [person, other] = [
      await buildSignedIn(fresh, { roles: ['center'] }),
      await buildSignedIn(fresh, { roles: ['center'] }),
    ]
    await buildOwnCenter(fresh, { userId: other.userId, tag: 'Asd' })
    const before = await listStoredFiles(fresh)
    await buildOwnCenter(fresh, { userId: person.userId, tag: 'Sdf' })
    // A document, and the logo, the cover and the photo in three sizes each.
    expect(await listStoredFiles(fresh)).toHaveLength(before.length + 10)
    await deleteAccount(fresh, { actor: person, currentPassword: null })
    await runJobs(fresh)
    expect(await listStoredFiles(fresh)).toEqual(before)
    const checks = await fresh.db.selectFrom('compliance_checks').select('center_id').execute()
    expect(checks).toEqual([{ center_id: other.userId }])
  })

  test('loses its name when no patient’s history contains it', async () => {
    const person = await buildSignedIn(platform, { roles: ['center'] })
    const ownCenter = await buildOwnCenter(platform, { userId: person.userId, tag: 'Opa' })
    await remove(person)
    expect(await rowOf('center_profiles', ownCenter.centerId)).toMatchObject({ center_name: 'Centro eliminado' })
    expect(await rowOf('professionals', ownCenter.professionalId)).toMatchObject({ full_name: 'Profesional' })
  })

  test('is deleted completely while its registration is pending', async () => {
    const person = await buildSignedIn(platform, { roles: ['center'] })
    await sql`insert into center_profiles (id, center_name, email, address) values (${person.userId}, 'Apenas pedido', ${person.email}, '')`.execute(
      platform.db,
    )
    await remove(person)
    expect(await rowOf('center_profiles', person.userId)).toBeUndefined()
  })

  test('stays open without the deleted user when they were only a member', async () => {
    const person = await buildSignedIn(platform)
    const { centerId, professionalId } = await buildProfessional(platform, { userId: person.userId, name: 'Dra. Lago' })
    await platform.db
      .insertInto('center_members')
      .values({
        user_id: person.userId,
        center_id: centerId,
        professional_id: professionalId,
        member_role: 'professional',
      })
      .execute()
    await remove(person)
    expect(await rowOf('professionals', professionalId)).toMatchObject({
      full_name: 'Dra. Lago',
      user_id: null,
      is_active: true,
    })
    expect(await rowOf('center_profiles', centerId)).toMatchObject({ is_public: true })
    expect(await sql`select from center_members where user_id = ${person.userId}`.execute(platform.db)).toMatchObject({
      rows: [],
    })
  })

  test('tells its owner what it still owes its patients', async () => {
    const person = await buildSignedIn(platform, { roles: ['center'] })
    const ownCenter = await buildOwnCenter(platform, { userId: person.userId, tag: 'Deb' })
    const { appointmentId, centerId } = await buildAppointment(platform, { ...ownCenter, status: 'cancelled' })
    const collected = { collected_at: platform.clock.now(), method: 'efectivo', amount: 150_000 }
    const payment = { ...collected, appointment_id: appointmentId, center_id: centerId, refund_amount: 75_000 }
    const before = await readConsequences(platform, person)
    await platform.db.insertInto('payments').values(payment).execute()
    const after = await readConsequences(platform, person)
    expect(after.pendingRefunds).toEqual({
      count: before.pendingRefunds.count + 1,
      cents: before.pendingRefunds.cents + 75_000,
    })
    expect(after.terms).not.toBe(before.terms)
  })

  test('blocks the deletion while patients have appointments there', async () => {
    const person = await buildSignedIn(platform, { roles: ['center'] })
    const ownCenter = await buildOwnCenter(platform, { userId: person.userId, tag: 'Pas' })
    const { patientId } = await buildPatient(platform)
    const { appointmentId } = await buildAppointment(platform, { ...ownCenter, patientId, status: 'pending' })
    expect(await readConsequences(platform, person)).toMatchObject({ blockedBy: 'accounts.center_busy' })
    await expect(remove(person)).rejects.toMatchObject({ code: 'accounts.center_busy', status: 409 })
    expect(await rowOf('profiles', person.userId)).toMatchObject({ status: 'active' })
    expect(await appointmentOf(appointmentId)).toMatchObject({ status: 'pending' })
    expect(await rowOf('center_profiles', ownCenter.centerId)).toMatchObject({ is_public: true })
  })
})
