import { beforeEach, describe, expect, test } from 'vitest'
import { hashSecret, newId } from '#server/platform/ids.ts'
import { buildCenter, buildPatient, buildProfessional } from '#server/testing/builders.ts'
import { buildFeeds, type Feeds, readFeed } from '#server/testing/calendar-feeds.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform({ settings: { publicUrl: 'https://senda.example' } })
const { db } = platform
const fetchFeed = (url: string) => readFeed(platform, { url })

let center: Feeds
beforeEach(async () => {
  center = await buildFeeds(platform)
})

describe('an address', () => {
  test('is shown once, cannot be guessed, and is stored only as a hash', async () => {
    const { feed, url } = await center.as(center.centerId).create({ centerId: center.centerId, professionalId: null })
    const token = /^https:\/\/senda\.example\/calendar\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const row = await db.selectFrom('calendar_feeds').selectAll().where('id', '=', feed.id).executeTakeFirstOrThrow()
    expect(row.token_hash).toBe(hashSecret(token))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await center.as(center.centerId).list({ centerId: center.centerId })).toEqual({ items: [feed] })
  })

  test('stops working when its member creates another one for the same calendar, and the other addresses keep working', async () => {
    const ofAna = await center.ofAna(center.centerId)
    const [first, others] = [await center.ofCenter(), await center.ofCenter(center.reception)]
    const second = await center.ofCenter()
    expect((await fetchFeed(first)).status).toBe(404)
    for (const url of [second, others, ofAna.url]) expect((await fetchFeed(url)).status).toBe(200)
    const { items } = await center.as(center.centerId).list({ centerId: center.centerId })
    expect(items.map(({ professionalName }) => professionalName)).toEqual([null, 'Ana Suárez'])
  })

  test('is the only one that works of five that are created simultaneously', async () => {
    const urls = await Promise.all(Array.from({ length: 5 }, () => center.ofCenter()))
    const statuses = await Promise.all(urls.map(async (url) => (await fetchFeed(url)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
  })

  test('stops working when it is deleted, which only its member can do', async () => {
    const { centerId } = center
    const { feed, url } = await center.as(center.reception).create({ centerId, professionalId: null })
    const remove = (userId: string) => center.as(userId).remove({ centerId, feedId: feed.id })
    expect(await remove(centerId)).toEqual({ removed: false })
    const other = await buildCenter(platform)
    await expect(remove(other.centerId)).rejects.toMatchObject({ code: 'centers.not_found' })
    expect((await fetchFeed(url)).status).toBe(200)
    expect(await remove(center.reception)).toEqual({ removed: true })
    expect(await remove(center.reception)).toEqual({ removed: false })
    expect((await fetchFeed(url)).status).toBe(404)
  })

  test('stops working when the membership ends', async () => {
    const url = await center.ofCenter(center.reception)
    await db.deleteFrom('center_members').where('user_id', '=', center.reception).execute()
    expect((await fetchFeed(url)).status).toBe(404)
  })

  test.each(['suspended', 'banned'])('shows nothing while its account is %s', async (status) => {
    const url = await center.ofCenter(center.reception)
    const set = (value: string) =>
      db.updateTable('profiles').set({ status: value }).where('id', '=', center.reception).execute()
    await set(status)
    expect((await fetchFeed(url)).status).toBe(404)
    await set('active')
    expect((await fetchFeed(url)).status).toBe(200)
  })

  test('of the whole centre stops working when its member becomes a professional', async () => {
    const url = await center.ofCenter(center.reception)
    await db
      .updateTable('center_members')
      .set({ member_role: 'professional', professional_id: center.ana.professionalId })
      .where('user_id', '=', center.reception)
      .execute()
    expect((await fetchFeed(url)).status).toBe(404)
  })

  test('is refused to professionals for the calendars of colleagues, and to users who do not work at the centre', async () => {
    const { centerId, ana, bruno } = center
    const create = (userId: string, professionalId: string | null) =>
      center.as(userId).create({ centerId, professionalId })
    const refusal = { code: 'team.professional_not_found', status: 404 }
    await expect(create(ana.userId, null)).rejects.toMatchObject(refusal)
    await expect(create(ana.userId, bruno.professionalId)).rejects.toMatchObject(refusal)
    const other = await buildProfessional(platform)
    await expect(create(centerId, other.professionalId)).rejects.toMatchObject(refusal)
    await expect(create(centerId, newId())).rejects.toMatchObject(refusal)
    const stranger = await buildPatient(platform)
    for (const userId of [other.centerId, stranger.patientId]) {
      await expect(create(userId, null)).rejects.toMatchObject({ code: 'centers.not_found' })
      await expect(center.as(userId).list({ centerId })).rejects.toMatchObject({ code: 'centers.not_found' })
    }
  })
})
