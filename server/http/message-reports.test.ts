import { beforeEach, describe, expect, test } from 'vitest'
import { sharedNumbers } from '#server/features/conversations/conversations.rules.ts'
import { conversationsRoutes } from '#server/features/conversations/routes/conversations.ts'
import { deleteConversations } from '#server/features/conversations/usecases/delete-conversations.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { notifiedTopics } from '#server/testing/notified-topics.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { askingAt } from '#server/testing/questions.ts'
import { buildStaff } from '#server/testing/staff.ts'

const platform = await testPlatform()
const refusal = (code: string) => expect.objectContaining({ code })
const asUser = (userId: string) => clientOf(platform, conversationsRoutes, userId)
const reason = 'Amenaza a la recepción.'

let moderator: Awaited<ReturnType<typeof buildStaff>>
let chat: Awaited<ReturnType<typeof buildConversation>>
beforeEach(async () => {
  moderator = await buildStaff(platform, 'moderator')
  chat = await buildConversation(platform, { messages: 15 })
})

/** The receptionist reports a message of the patient. */
async function report(number: number) {
  const { conversationId, reception } = chat
  await asUser(reception).report({ conversationId, number, reason })
  const { items } = await asUser(reception).messages({ conversationId, after: number - 1, limit: 1 })
  return items[0]?.id ?? ''
}

async function itemOf(messageId: string, view: 'reported' | 'reviews' | 'removed') {
  const { items } = await moderator.client.reports.list({ view, limit: 100 })
  return items.find(({ id }) => id === messageId)
}
const actionOn = (id: string, lastActionId: string | null = null) => ({
  kind: 'message' as const,
  targets: [{ id, lastActionId }],
  reason,
})

test.each([
  { number: 8, lastNumber: 20, from: 3, to: 13 },
  { number: 1, lastNumber: 20, from: 1, to: 11 },
  { number: 20, lastNumber: 20, from: 10, to: 20 },
  { number: 2, lastNumber: 3, from: 1, to: 3 },
  { number: 1, lastNumber: 1, from: 1, to: 1 },
])('a report of message $number of $lastNumber shares $from to $to', ({ number, lastNumber, from, to }) => {
  expect(sharedNumbers({ number, lastNumber })).toEqual({ from, to })
})

describe('a report of a message', () => {
  test('reaches the queue with the ten messages around it, and with none that was written later', async () => {
    const id = await report(15)
    await chat.write(chat.reception, 'Escrito después')
    const item = await itemOf(id, 'reported')
    expect(item).toMatchObject({
      kind: 'message',
      content: 'Mensaje 15',
      senderType: 'patient',
      center: { id: chat.centerId },
      reports: [{ reason, isByCenter: true, isOpen: true }],
      can: { approve: true, delete: true, warn: true },
    })
    const shared = item?.kind === 'message' ? item.shared : []
    expect(shared.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    expect(shared.filter(({ isReported }) => isReported).map(({ number }) => number)).toEqual([15])
    expect(await itemOf(id, 'reviews')).toBeUndefined()
  })

  test('of a visitor without an account names them as one, who can be warned by no mail', async () => {
    const { askAndSend } = askingAt(platform)
    const { reception, conversationId } = await askAndSend()
    await asUser(reception).report({ conversationId, number: 1, reason })
    const { items } = await asUser(reception).messages({ conversationId })
    const id = items[0]?.id ?? ''
    expect(await itemOf(id, 'reported')).toMatchObject({ author: { name: 'Rosa Ávila', isVisitor: true } })
    const warned = await moderator.client.reports.warn(actionOn(id))
    expect(warned.items).toMatchObject([{ isDone: false, refusal: { code: 'moderation.author_gone' } }])
    await moderator.client.reports.delete(actionOn(id))
    expect((await asUser(reception).messages({ conversationId })).items).toMatchObject([{ isRemoved: true }])
  })

  test('is found by the words of the message and the name of the centre, and counted', async () => {
    const id = await report(3)
    const found = await moderator.client.reports.list({ view: 'reported', text: 'mensaje 3', limit: 100 })
    expect(found.items.map((item) => item.id)).toContain(id)
    expect(found.count).toBe(found.items.length)
    const none = await moderator.client.reports.list({ view: 'reported', text: 'no está en ninguno' })
    expect(none).toMatchObject({ items: [], count: 0 })
  })

  test('replaces the earlier report of its side, also when another member of the centre sends it', async () => {
    const { conversationId, reception, centerId, patientId } = chat
    await chat.write(reception, 'Una grosería')
    const { items } = await asUser(patientId).messages({ conversationId, after: 15, limit: 1 })
    for (const [userId, text] of [
      [patientId, 'Uno'],
      [patientId, 'Dos'],
    ] as const) {
      await asUser(userId).report({ conversationId, number: 16, reason: text })
    }
    expect((await itemOf(items[0]?.id ?? '', 'reported'))?.reports).toMatchObject([
      { reason: 'Dos', isByCenter: false },
    ])
    const id = await report(4)
    await asUser(centerId).report({ conversationId, number: 4, reason: 'Otra vez' })
    expect((await itemOf(id, 'reported'))?.reports).toMatchObject([{ reason: 'Otra vez', isByCenter: true }])
  })

  test('is refused for the caller’s own message, for an unknown one, to strangers and professionals, and after 20 a day', async () => {
    const { conversationId, patientId, professional, reception } = chat
    const own = asUser(patientId).report({ conversationId, number: 1, reason })
    await expect(own).rejects.toEqual(refusal('conversations.own_message'))
    for (const number of [0, 16]) {
      await expect(asUser(reception).report({ conversationId, number, reason })).rejects.toEqual(
        refusal('conversations.no_message'),
      )
    }
    const stranger = (await buildPatient(platform)).patientId
    for (const userId of [stranger, professional]) {
      await expect(asUser(userId).report({ conversationId, number: 1, reason })).rejects.toEqual(
        refusal('conversations.not_found'),
      )
    }
    for (const bad of ['   ', 'a'.repeat(1001)]) {
      await expect(asUser(reception).report({ conversationId, number: 1, reason: bad })).rejects.toEqual(
        refusal('BAD_REQUEST'),
      )
    }
    // Two of the twenty were refused above, and counted.
    for (let n = 0; n < 18; n++) await report(1)
    await expect(report(1)).rejects.toEqual(refusal('request.too_many'))
  })

  test('is deleted with its conversation', async () => {
    const id = await report(2)
    await platform.db.transaction().execute((tx) => deleteConversations(tx, chat))
    expect(await itemOf(id, 'reported')).toBeUndefined()
    const left = await platform.db.selectFrom('reports').where('subject_id', '=', id).select('id').execute()
    expect(left).toEqual([])
  })
})

describe('an action on a message', () => {
  test('removing hides its text from both sides, tells the sender, and an undo shows it again', async () => {
    const { conversationId, patientId, reception } = chat
    const id = await report(15)
    expect(await moderator.client.reports.delete(actionOn(id))).toMatchObject({ items: [{ isDone: true }] })
    for (const userId of [patientId, reception]) {
      const { items } = await asUser(userId).messages({ conversationId, after: 14 })
      expect(items).toMatchObject([{ id, isRemoved: true, content: '' }])
    }
    expect(await itemOf(id, 'reported')).toBeUndefined()
    expect(await itemOf(id, 'removed')).toMatchObject({ can: { delete: false }, author: { removed: 1 } })
    await expect(report(15)).rejects.toEqual(refusal('conversations.message_removed'))
    const mails = await listMails(platform, { limit: 50 })
    expect(mails.find(({ kind }) => kind === 'conversations.measure')?.subject).toBe('Retiramos un mensaje tuyo')

    const [action] = (await moderator.client.moderation.list({ targetType: 'message', limit: 1 })).items
    expect(action).toMatchObject({ actionType: 'delete', targetId: id, can: { undo: true } })
    await moderator.client.moderation.undo({ actionId: action?.id ?? '', reason: 'Fue un error' })
    const { items } = await asUser(patientId).messages({ conversationId, after: 14 })
    expect(items).toMatchObject([{ isRemoved: false, content: 'Mensaje 15' }])
    expect((await itemOf(id, 'reported'))?.reports).toMatchObject([{ reason, isOpen: true }])
  })

  test('approving closes its reports, and a warning is counted for the sender', async () => {
    const id = await report(1)
    await moderator.client.reports.approve(actionOn(id))
    expect(await itemOf(id, 'reported')).toBeUndefined()
    const [last] = (await moderator.client.moderation.list({ targetType: 'message', limit: 1 })).items
    await report(1)
    await moderator.client.reports.warn(actionOn(id, last?.id))
    const other = await report(2)
    expect(await itemOf(other, 'reported')).toMatchObject({ author: { warnings: 1, removed: 0 } })
  })

  test('is refused without a report, after the action of another moderator, and to staff on either side', async () => {
    const { conversationId, reception, patientId, centerId } = chat
    const { items } = await asUser(reception).messages({ conversationId, after: 8, limit: 1 })
    const unreported = await moderator.client.reports.delete(actionOn(items[0]?.id ?? ''))
    expect(unreported.items[0]?.refusal).toMatchObject({ code: 'reports.not_found' })

    const id = await report(9)
    for (const userId of [patientId, centerId]) {
      const concerned = await buildStaff(platform, 'moderator', userId)
      const refused = await concerned.client.reports.delete(actionOn(id))
      expect(refused.items[0]?.refusal).toMatchObject({ code: 'reports.own' })
    }
    const admin = await buildStaff(platform, 'admin')
    await admin.client.reports.approve(actionOn(id))
    const second = await moderator.client.reports.delete(actionOn(id))
    expect(second.items[0]?.refusal).toMatchObject({ code: 'moderation.changed', last: { reason } })
  })
})

test('a report that staff dismiss, and the undo of that, tell the author of the message nothing', async () => {
  const { patientId, reception } = chat
  const notified = await notifiedTopics(platform, async () => {
    const messageId = await report(3)
    await moderator.client.reports.approve(actionOn(messageId))
    const { items } = await moderator.client.moderation.list({ targetType: 'message', limit: 1 })
    const other = await buildStaff(platform, 'moderator')
    await other.client.moderation.undo({ actionId: items[0]?.id ?? '', reason })
  })
  expect(notified.filter((topic) => topic.startsWith(`user:${patientId} `))).toEqual([])
  expect(notified).toEqual(expect.arrayContaining(['staff moderation_actions', `user:${reception} reports`]))
  const deleted = await notifiedTopics(platform, async () => {
    const messageId = await report(4)
    await moderator.client.reports.delete(actionOn(messageId))
  })
  expect(deleted).toContain(`user:${patientId} moderation_actions`)
})
