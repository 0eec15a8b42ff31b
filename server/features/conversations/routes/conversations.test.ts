import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildCenter, buildMember, buildPatient, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { withCode } from '#server/testing/errors.ts'
import { notifiedTopics } from '#server/testing/notified-topics.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { conversationsRoutes } from './conversations.ts'

const platform = await testPlatform()
const as = (userId: string) => clientOf(platform, conversationsRoutes, userId)

describe('starting a conversation', () => {
  test('with a centre creates it for the patient alone until the first message', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    const { centerId } = await buildCenter(platform, { name: 'Centro Ceibo' })
    const started = await as(patientId).start({ recipientId: ` ${centerId} ` })
    expect(started).toMatchObject({
      side: 'patient',
      other: { id: centerId, name: 'Centro Ceibo' },
      lastMessage: null,
      unread: 0,
      can: { write: true },
    })
    expect((await as(patientId).list({})).items).toHaveLength(1)
    expect((await as(centerId).list({})).items).toEqual([])
    await expect(as(centerId).get({ conversationId: started.id })).rejects.toMatchObject({ status: 404 })
    await as(patientId).send({ conversationId: started.id, id: newId(), content: 'Hola' })
    expect((await as(centerId).list({})).items).toMatchObject([
      { side: 'center', other: { id: patientId }, unread: 1, lastMessage: { excerpt: 'Hola', number: 1 } },
    ])
  })

  test('of an unconfirmed address, the first message waits for its confirmation, and the centre sees nothing until then', async () => {
    const { patientId } = await buildPatient(platform)
    const { centerId } = await buildCenter(platform)
    const { id: conversationId } = await as(patientId).start({ recipientId: centerId })
    const message = { conversationId, id: newId(), content: 'Verifique su cuenta' }
    await expect(as(patientId).send(message)).rejects.toEqual(withCode('conversations.email_unverified'))
    expect(await as(patientId).get({ conversationId })).toMatchObject({ awaitsProof: true, can: { write: true } })
    expect((await as(centerId).list({})).items).toEqual([])
    await verifyEmail(platform, { userId: patientId })
    expect(await as(patientId).get({ conversationId })).toMatchObject({ awaitsProof: false })
    expect(await as(patientId).send(message)).toMatchObject({ number: 1 })
    expect((await as(centerId).list({})).items).toHaveLength(1)
  })

  test('of an unconfirmed address, a patient who came writes at once, one who only booked does not, and one whom the centre wrote to answers', async () => {
    const { patientId } = await buildPatient(platform)
    const { centerId } = await buildCenter(platform)
    const { appointmentId } = await buildAppointment(platform, { patientId, centerId })
    const { id: conversationId } = await as(patientId).start({ recipientId: centerId })
    const setStatus = (status: string, cancelledBy: string | null) =>
      platform.db
        .updateTable('appointments')
        .set({ status, cancelled_by: cancelledBy, cancelled_at: cancelledBy && platform.clock.now() })
        .where('id', '=', appointmentId)
        .execute()
    const write = (userId: string) => as(userId).send({ conversationId, id: newId(), content: 'Llego tarde' })
    await expect(write(patientId)).rejects.toEqual(withCode('conversations.email_unverified'))
    await setStatus('cancelled', 'patient')
    await expect(write(patientId)).rejects.toEqual(withCode('conversations.email_unverified'))
    await setStatus('completed', null)
    expect(await write(patientId)).toMatchObject({ number: 1 })

    const payer = await buildPatient(platform)
    const paid = await buildAppointment(platform, { ...payer, centerId })
    await platform.db.updateTable('appointments').set({ paid_amount: 1 }).where('id', '=', paid.appointmentId).execute()
    const ofPayer = await as(payer.patientId).start({ recipientId: centerId })
    await as(payer.patientId).send({ conversationId: ofPayer.id, id: newId(), content: 'Llego tarde' })

    const other = await buildPatient(platform)
    const booked = await buildAppointment(platform, { ...other, centerId })
    const started = await as(centerId).start({ recipientId: other.patientId })
    await as(centerId).send({ conversationId: started.id, id: newId(), content: 'Hola' })
    await platform.db.deleteFrom('appointments').where('id', '=', booked.appointmentId).execute()
    await as(other.patientId).send({ conversationId: started.id, id: newId(), content: 'Hola' })
  })

  test('that exists is refused from either side, and the error names it', async () => {
    const { patientId, centerId, conversationId } = await buildConversation(platform)
    await buildAppointment(platform, { patientId, centerId })
    for (const [userId, recipientId] of [
      [patientId, centerId],
      [centerId, patientId],
    ] as const) {
      await expect(as(userId).start({ recipientId })).rejects.toMatchObject({
        code: 'conversations.exists',
        message: 'Ya existe una conversación con este usuario.',
        data: { conversationId },
      })
    }
  })

  test('of a centre with a patient who wrote but never booked is refused, and the error names it', async () => {
    const { patientId, reception, conversationId } = await buildConversation(platform)
    await expect(as(reception).start({ recipientId: patientId })).rejects.toMatchObject({
      code: 'conversations.exists',
      data: { conversationId },
    })
  })

  test('that the other side started without writing shows it to both', async () => {
    const { patientId } = await buildPatient(platform)
    const { centerId } = await buildCenter(platform)
    await buildAppointment(platform, { patientId, centerId })
    const first = await as(patientId).start({ recipientId: centerId })
    const second = await as(centerId).start({ recipientId: patientId })
    expect(second).toMatchObject({ id: first.id, side: 'center' })
    await expect(as(centerId).start({ recipientId: patientId })).rejects.toMatchObject({ code: 'conversations.exists' })
  })

  test('with simultaneous requests creates one', async () => {
    const { patientId } = await buildPatient(platform)
    const { centerId } = await buildCenter(platform)
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => as(patientId).start({ recipientId: centerId })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await as(patientId).list({})).items).toHaveLength(1)
  })

  test('with the caller’s own account or centre is refused', async () => {
    const { centerId, reception, professional } = await buildConversation(platform)
    for (const [userId, recipientId] of [
      [centerId, centerId],
      [reception, reception],
      [reception, centerId],
      [professional, centerId],
    ] as const) {
      await expect(as(userId).start({ recipientId })).rejects.toMatchObject({ code: 'conversations.self' })
    }
  })

  test('with an unknown id, another patient, a hidden centre or a suspended centre is refused with the same error', async () => {
    const { patientId } = await buildPatient(platform)
    const { patientId: otherPatient } = await buildPatient(platform)
    const { centerId: hidden } = await buildCenter(platform, { isPublic: false })
    const { centerId: suspended } = await buildCenter(platform)
    await suspend(suspended)
    for (const recipientId of [newId(), otherPatient, hidden, suspended]) {
      await expect(as(patientId).start({ recipientId })).rejects.toMatchObject({
        code: 'conversations.no_recipient',
        message: expect.stringMatching(/^No se pudo crear la conversación/),
      })
    }
  })

  test('of a centre needs a patient who booked there', async () => {
    const { patientId } = await buildPatient(platform)
    const { centerId } = await buildCenter(platform)
    const { userId: reception } = await buildMember(platform, { centerId, role: 'reception' })
    const start = () => as(reception).start({ recipientId: patientId })
    await expect(start()).rejects.toMatchObject({ code: 'conversations.no_recipient' })
    await buildAppointment(platform, { patientId, centerId })
    expect(await start()).toMatchObject({ side: 'center', center: { id: centerId }, other: { id: patientId } })
  })

  test.for(['', '   ', 'nada', '1'])('with %j for an id is refused', async (recipientId) => {
    const { patientId } = await buildPatient(platform)
    await expect(as(patientId).start({ recipientId })).rejects.toMatchObject({
      data: { issues: [{ path: ['recipientId'] }] },
    })
  })

  test('by a desk with 21 patients in an hour is possible', async () => {
    const { centerId } = await buildCenter(platform)
    for (let n = 0; n < 21; n++) {
      const { patientId } = await buildPatient(platform)
      await buildAppointment(platform, { patientId, centerId })
      await as(centerId).start({ recipientId: patientId })
    }
  })

  test('is limited to 20 an hour for each patient', async () => {
    const { patientId } = await buildPatient(platform)
    const centers = await Promise.all(Array.from({ length: 21 }, () => buildCenter(platform)))
    for (const { centerId } of centers.slice(0, 20)) await as(patientId).start({ recipientId: centerId })
    await expect(as(patientId).start({ recipientId: centers[20]?.centerId ?? '' })).rejects.toMatchObject({
      code: 'conversations.too_many_started',
    })
    expect((await as(patientId).list({ limit: 100 })).items).toHaveLength(20)
  })
})

describe('sending', () => {
  test('numbers the messages of both sides without gaps, in the order in which they are stored', async () => {
    const { patientId, reception, conversationId, write } = await buildConversation(platform, { messages: 1 })
    await Promise.all(Array.from({ length: 11 }, (_, n) => write(n % 2 ? patientId : reception, `m${n}`)))
    const [ofPatient, ofCenter] = await Promise.all(
      [patientId, reception].map((userId) => as(userId).messages({ conversationId })),
    )
    expect(ofPatient?.items.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
    expect(ofCenter?.items.map(({ id }) => id)).toEqual(ofPatient?.items.map(({ id }) => id))
  })

  test('a message again with the same id, even simultaneously, stores it once', async () => {
    const { patientId, conversationId } = await buildConversation(platform, { messages: 0 })
    const request = { conversationId, id: newId(), content: 'Una sola vez' }
    const sent = await Promise.all(Array.from({ length: 6 }, () => as(patientId).send(request)))
    expect(new Set(sent.map(({ number }) => number))).toEqual(new Set([1]))
    await expect(as(patientId).send({ ...request, content: 'Otra' })).rejects.toEqual(withCode('request.key_reused'))
    expect((await as(patientId).messages({ conversationId })).lastNumber).toBe(1)
  })

  test('a message again after staff removed it, or with a text that is now cleaned, is found', async () => {
    const { patientId, conversationId } = await buildConversation(platform, { messages: 0 })
    const request = { conversationId, id: newId(), content: 'Una sola vez' }
    await as(patientId).send(request)
    const stored = platform.db.updateTable('messages').where('id', '=', request.id)
    await stored.set({ content: ' Una sola\u202e vez ' }).execute()
    expect(await as(patientId).send(request)).toMatchObject({ id: request.id })
    await stored.set({ removed_at: platform.clock.now() }).execute()
    expect(await as(patientId).send(request)).toMatchObject({ id: request.id, isRemoved: true })
  })

  test('with the id of a message of another account or conversation is refused', async () => {
    const { patientId, reception, conversationId } = await buildConversation(platform)
    const other = await buildConversation(platform)
    const [message] = (await as(patientId).messages({ conversationId })).items
    const id = message?.id ?? ''
    await expect(as(reception).send({ conversationId, id, content: 'x' })).rejects.toMatchObject({ status: 422 })
    const elsewhere = { conversationId: other.conversationId, id, content: 'x' }
    await expect(as(other.patientId).send(elsewhere)).rejects.toMatchObject({ status: 422 })
    expect((await as(other.patientId).messages({ conversationId: other.conversationId })).lastNumber).toBe(1)
  })

  test.for([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['invisible characters', '\u200b\u2060\ufeff'],
    ['4,001 characters', 'a'.repeat(4001)],
  ] as const)('%s is refused', async ([, content]) => {
    const { patientId, conversationId } = await buildConversation(platform, { messages: 0 })
    const send = as(patientId).send({ conversationId, id: newId(), content })
    await expect(send).rejects.toMatchObject({
      data: { issues: expect.arrayContaining([expect.objectContaining({ path: ['content'] })]) },
    })
  })

  test('keeps HTML and links as text, and removes direction marks and excess accents', async () => {
    const { patientId, conversationId } = await buildConversation(platform, { messages: 0 })
    const send = async (content: string) => (await as(patientId).send({ conversationId, id: newId(), content })).content
    const html = '<img src=x onerror=alert(1)> javascript:alert(1)'
    expect(await send(html)).toBe(html)
    expect(await send('abc\u202edcba\u202c')).toBe('abcdcba')
    expect(await send(`z${'\u0301'.repeat(300)}a`)).toBe(`z${'\u0301'.repeat(4)}a`)
    expect(await send('a'.repeat(4000))).toHaveLength(4000)
    expect(await send('👩‍⚕️ ¡gracias!')).toBe('👩‍⚕️ ¡gracias!')
  })

  test('more than 20 messages in 10 seconds is refused with the time to wait', async () => {
    const { patientId, conversationId } = await buildConversation(platform, { messages: 0 })
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => as(patientId).send({ conversationId, id: newId(), content: `m${n}` })),
    )
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(80)
    expect(refused[0]).toMatchObject({
      code: 'conversations.too_fast',
      message: expect.stringContaining('muy rápido'),
      data: { retryAfterSeconds: 10 },
    })
    expect((await as(patientId).messages({ conversationId })).lastNumber).toBe(20)
  })

  test('to a suspended account is refused with a neutral text', async () => {
    const { patientId, reception, conversationId, write } = await buildConversation(platform)
    await suspend(patientId)
    await expect(write(reception, 'Hola')).rejects.toMatchObject({ code: 'conversations.unavailable' })
    expect(await as(reception).get({ conversationId })).toMatchObject({ can: { write: false } })
  })

  test('of a centre that staff suspended is refused, and its patients are not told of what it wrote before', async () => {
    const { patientId, centerId, reception, conversationId, write } = await buildConversation(platform)
    await write(reception, 'Transfiere la seña a esta cuenta.')
    const contact = await buildPatient(platform)
    await buildAppointment(platform, { patientId: contact.patientId, centerId })
    await suspend(centerId)
    await expect(write(reception, 'Hola')).rejects.toMatchObject({ code: 'conversations.closed_by_staff' })
    expect(await as(reception).get({ conversationId })).toMatchObject({ can: { write: false } })
    expect((await as(reception).messages({ conversationId })).items.length).toBeGreaterThan(0)
    const start = as(reception).start({ recipientId: contact.patientId, asCenterId: centerId })
    await expect(start).rejects.toMatchObject({ code: 'conversations.closed_by_staff' })
    platform.clock.advance(20 * minuteMs)
    await runJobs(platform)
    const notified = platform.db.selectFrom('notifications').where('user_id', '=', patientId).select('event')
    expect(await notified.execute()).toEqual([])
  })
})

describe('reading', () => {
  test('marks what a side has read, never back and never beyond the newest', async () => {
    const { patientId, centerId, reception, conversationId, write } = await buildConversation(platform, { messages: 3 })
    expect(await as(reception).unread({})).toEqual({ own: 0, centers: [{ centerId, count: 1 }] })
    const read = (number: number) => as(reception).markRead({ conversationId, number })
    expect(await read(2)).toEqual({ readNumber: 2 })
    expect(await read(1)).toEqual({ readNumber: 2 })
    expect(await as(reception).get({ conversationId })).toMatchObject({ unread: 1, readNumber: 2 })
    expect(await read(999)).toEqual({ readNumber: 3 })
    expect(await as(reception).unread({})).toEqual({ own: 0, centers: [{ centerId, count: 0 }] })
    expect(await as(patientId).get({ conversationId })).toMatchObject({ otherReadNumber: 3, unread: 0 })
    await write(reception, 'Respuesta')
    expect(await as(patientId).unread({})).toEqual({ own: 1, centers: [] })
  })

  test('returns the newest messages, those before a number and those after one, ascending', async () => {
    const { patientId, conversationId } = await buildConversation(platform, { messages: 9 })
    const numbers = async (input: { before?: number; after?: number; limit?: number }) =>
      (await as(patientId).messages({ conversationId, ...input })).items.map(({ number }) => number)
    expect(await numbers({ limit: 3 })).toEqual([7, 8, 9])
    expect(await numbers({ before: 7, limit: 3 })).toEqual([4, 5, 6])
    expect(await numbers({ after: 6 })).toEqual([7, 8, 9])
    expect(await numbers({ after: 2, limit: 2 })).toEqual([3, 4])
    expect(await numbers({ after: 2_000_000_000 })).toEqual([])
    expect(await numbers({ before: 1 })).toEqual([])
  })

  test('shows the centre’s name to the patient, and the member’s name to the centre', async () => {
    const { patientId, centerId, reception, conversationId, write } = await buildConversation(platform, { messages: 1 })
    await write(reception, 'Hola')
    const nameFor = async (userId: string) =>
      (await as(userId).messages({ conversationId })).items
        .slice(1)
        .map(({ senderName, isOwn }) => ({ senderName, isOwn }))
    expect(await nameFor(patientId)).toEqual([{ senderName: 'Centro Rambla', isOwn: false }])
    expect(await nameFor(centerId)).toEqual([{ senderName: 'Lucía Pérez', isOwn: false }])
    expect(await nameFor(reception)).toEqual([{ senderName: 'Lucía Pérez', isOwn: true }])
  })

  test('lists the latest conversation first, in pages, and finds it by the other side’s name', async () => {
    const { centerId } = await buildCenter(platform)
    const patients = ['Ana Núñez', 'Bruno Sosa', 'Ana 100%'].map((fullName) =>
      buildPatient(platform, { fullName, verified: true }),
    )
    for (const { patientId } of await Promise.all(patients)) {
      const { id: conversationId } = await as(patientId).start({ recipientId: centerId })
      platform.clock.set(new Date(platform.clock.now().getTime() + 1000))
      await as(patientId).send({ conversationId, id: newId(), content: 'Hola' })
    }
    const names = async (q?: string) =>
      (await as(centerId).list({ ...(q && { q }) })).items.map(({ other }) => other.name)
    expect(await names()).toEqual(['Ana 100%', 'Bruno Sosa', 'Ana Núñez'])
    expect(await names('nuñez')).toEqual(['Ana Núñez'])
    expect(await names('%')).toEqual(['Ana 100%'])
    const first = await as(centerId).list({ limit: 2 })
    const second = await as(centerId).list({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ other }) => other.name)).toEqual([
      'Ana 100%',
      'Bruno Sosa',
      'Ana Núñez',
    ])
    expect(second.nextCursor).toBeNull()
  })

  test('returns how long the centre usually takes to reply, from its third reply on', async () => {
    const { patientId, reception, conversationId, write } = await buildConversation(platform, { messages: 0 })
    const usual = async () => (await as(patientId).get({ conversationId })).usualReplyMinutes
    for (const minutes of [5, 90, 20]) {
      expect(await usual()).toBeNull()
      await write(patientId, 'Pregunta')
      await write(patientId, '¿Hola?')
      platform.clock.set(new Date(platform.clock.now().getTime() + minutes * minuteMs))
      await write(reception, 'Respuesta')
      await write(reception, 'Y algo más')
    }
    expect(await usual()).toBe(20)
    platform.clock.set(new Date(platform.clock.now().getTime() + 91 * dayMs))
    expect(await usual()).toBeNull()
  })
})

describe('a block', () => {
  test('refuses messages of both sides until it is undone', async () => {
    const { patientId, reception, conversationId, write } = await buildConversation(platform)
    expect(await as(patientId).block({ conversationId, isBlocked: true })).toMatchObject({
      isBlocked: true,
      can: { write: false },
    })
    await expect(write(reception, 'Hola')).rejects.toMatchObject({ code: 'conversations.blocked' })
    await expect(write(patientId, 'Hola')).rejects.toMatchObject({ code: 'conversations.blocked_by_you' })
    expect(await as(reception).get({ conversationId })).toMatchObject({ isBlocked: false, can: { write: false } })
    expect(await as(reception).typing({ conversationId })).toEqual({ shown: false })
    await as(patientId).block({ conversationId, isBlocked: false })
    await write(reception, 'Hola de nuevo')
  })
})

describe('typing', () => {
  test('is announced at most every three seconds', async () => {
    const { patientId, conversationId } = await buildConversation(platform)
    expect(await as(patientId).typing({ conversationId })).toEqual({ shown: true })
    expect(await as(patientId).typing({ conversationId })).toEqual({ shown: false })
  })

  test('is not announced before the first message, of which the centre would learn', async () => {
    const { patientId, centerId, conversationId, write } = await buildConversation(platform, { messages: 0 })
    const notified = await notifiedTopics(platform, async () => {
      expect(await as(patientId).typing({ conversationId })).toEqual({ shown: false })
      await platform.db.updateTable('profiles').set({ phone: '099 765 432' }).where('id', '=', patientId).execute()
    })
    expect(notified).toContain(`user:${patientId} profiles`)
    expect(notified.filter((topic) => topic.includes(centerId))).toEqual([])
    await write(patientId, 'Hola')
    expect(await as(patientId).typing({ conversationId })).toEqual({ shown: true })
  })
})

describe('20 seconds after a message', () => {
  const notificationsOf = async (userId: string) =>
    platform.db
      .selectFrom('notifications')
      .where('user_id', '=', userId)
      .select(['type', 'message', 'href', 'read_at as readAt'])
      .execute()
  const pass = async () => {
    platform.clock.set(new Date(platform.clock.now().getTime() + minuteMs))
    await runJobs(platform, { only: 'conversations.notify_unread' })
  }

  test('the owner and the receptionist have an unread notification, without its text, until one of them reads it', async () => {
    const { centerId, reception, professional, patientId, conversationId, write } = await buildConversation(platform)
    await write(patientId, 'Me duele la espalda')
    await pass()
    const href = `/center/dashboard?seccion=mensajes&centro=${centerId}&c=${conversationId}`
    const row = { type: 'message', message: 'Lucía P. le escribió a Centro Rambla.', href }
    for (const userId of [centerId, reception]) {
      expect(await notificationsOf(userId)).toEqual([{ ...row, readAt: null }])
    }
    expect(await notificationsOf(professional)).toEqual([])
    await as(reception).markRead({ conversationId, number: 2 })
    expect(await notificationsOf(centerId)).toEqual([{ ...row, readAt: expect.any(Date) }])
  })

  test('a patient who has read it has no notification', async () => {
    const { reception, patientId, conversationId, write } = await buildConversation(platform)
    await write(reception, 'Hola')
    await as(patientId).markRead({ conversationId, number: 2 })
    await pass()
    expect(await notificationsOf(patientId)).toEqual([])
  })
})

describe('15 minutes after an unread message', () => {
  const mailsTo = async (recipient: string) =>
    platform.db.selectFrom('outbound_mails').select(['kind', 'subject']).where('recipient', '=', recipient).execute()
  const pass = async (minutes: number) => {
    platform.clock.set(new Date(platform.clock.now().getTime() + minutes * minuteMs))
    await runJobs(platform, { only: 'conversations.notify_unread' })
    await runJobs(platform, { only: 'conversations.mail_unread' })
  }

  test('one mail tells the patient of it and of those that followed', async () => {
    const { patientId, reception, write } = await buildConversation(platform)
    await write(reception, 'Uno')
    await write(reception, 'Dos')
    await pass(1)
    await pass(13)
    expect(await mailsTo(`${patientId}@prueba.uy`)).toEqual([])
    await pass(2)
    await write(reception, 'Tres')
    await pass(1)
    await pass(20)
    expect(await mailsTo(`${patientId}@prueba.uy`)).toEqual([
      { kind: 'conversations.unread', subject: 'Tienes 2 mensajes sin leer' },
    ])
  })

  test('no mail is sent to a patient who read it, replied or blocked the sender', async () => {
    const { patientId, reception, conversationId, write } = await buildConversation(platform)
    await write(reception, 'Uno')
    await as(patientId).markRead({ conversationId, number: 2 })
    await write(reception, 'Dos')
    await write(patientId, 'Respuesta')
    await write(reception, 'Tres')
    await as(patientId).block({ conversationId, isBlocked: true })
    await pass(20)
    expect(await mailsTo(`${patientId}@prueba.uy`)).toEqual([])
  })

  test('a mail goes to the centre’s contact address', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    const { centerId } = await buildCenter(platform, { email: 'mensajes@prueba.uy' })
    const { id: conversationId } = await as(patientId).start({ recipientId: centerId })
    await as(patientId).send({ conversationId, id: newId(), content: 'Hola' })
    await pass(1)
    await pass(15)
    expect(await mailsTo('mensajes@prueba.uy')).toEqual([
      { kind: 'conversations.unread.center', subject: 'Tienes un mensaje sin leer' },
    ])
  })
})

async function suspend(userId: string): Promise<void> {
  await platform.db
    .updateTable('profiles')
    .set({ status: 'suspended', suspended_until: new Date('2030-01-01'), suspension_reason: 'Prueba.' })
    .where('id', '=', userId)
    .execute()
}
