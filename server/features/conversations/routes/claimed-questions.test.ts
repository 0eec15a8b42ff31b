import { describe, expect, test } from 'vitest'
import { markEmailVerified } from '#server/features/auth/repository/users.ts'
import { registerAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { askingAt } from '#server/testing/questions.ts'
import { startConversation } from '../usecases/start-conversation.ts'

const platform = await testPlatform()
const { visitor, as, newAddress, mailsTo, tokenTo, ask, askAndSend } = askingAt(platform)

/** An account that signs up with the address and proves it. */
async function signUpWith(email: string): Promise<string> {
  const metadata = { full_name: 'Rosa Ávila' }
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const account = { email, metadata, passwordHash: null, autoconfirm: true, now }
    const userId = (await registerAccount(tx, account)) ?? ''
    await markEmailVerified(tx, { userId, now })
    return userId
  })
}

describe('an account with the address', () => {
  test('that proves it later gets the conversation, and the visitor is gone', async () => {
    const { email, conversationId, token } = await askAndSend()
    const userId = await signUpWith(email)
    const { items } = await as(userId).list({})
    expect(items).toMatchObject([{ id: conversationId, side: 'patient', isVisitor: false, lastNumber: 1 }])
    expect((await as(userId).messages({ conversationId })).items).toMatchObject([{ isOwn: true }])
    expect(await visitor.read({ token })).toMatchObject({ status: 'inAccount', messages: [], content: '' })
    await expect(visitor.delete({ token })).rejects.toEqual(withCode('questions.not_found'))
    await platform.db.updateTable('users').set({ email: newAddress() }).where('id', '=', userId).execute()
    await expect(visitor.read({ token })).rejects.toEqual(withCode('questions.not_found'))
  })

  test('that takes the conversation over ends the links of the answers', async () => {
    const { email, reception, conversationId } = await askAndSend()
    await as(reception).send({ conversationId, id: newId(), content: 'Sí' })
    platform.clock.advance(minuteMs)
    await runJobs(platform)
    const token = await tokenTo(email)
    expect(await visitor.read({ token })).toMatchObject({ status: 'open' })
    await signUpWith(email)
    const refused = withCode('questions.not_found')
    await expect(visitor.read({ token })).rejects.toEqual(refused)
    await expect(visitor.answer({ token, id: newId(), content: 'Hola' })).rejects.toEqual(refused)
    await expect(visitor.delete({ token })).rejects.toEqual(refused)
  })

  test('that signs up after the centre blocked and the visitor deleted stays blocked, with and without a conversation', async () => {
    for (const hasConversation of [false, true]) {
      const stored = await askAndSend()
      await as(stored.reception).block({ conversationId: stored.conversationId, isBlocked: true })
      await visitor.delete(stored)
      const { patientId } = await buildPatient(platform, { verified: true })
      const start = { recipientId: stored.centerId }
      if (hasConversation) await startConversation(platform, { userId: patientId, ...start })
      await platform.db.updateTable('users').set({ email: stored.email }).where('id', '=', patientId).execute()
      if (!hasConversation) await startConversation(platform, { userId: patientId, ...start })
      const [own] = (await as(patientId).list({})).items
      const message = { conversationId: own?.id ?? '', id: newId(), content: 'Hola' }
      await expect(as(patientId).send(message)).rejects.toEqual(withCode('conversations.blocked'))
    }
  })

  test('that takes it over has read what was mailed, and a notice of what was not', async () => {
    const { email, reception, conversationId } = await askAndSend()
    const write = (content: string) => as(reception).send({ conversationId, id: newId(), content })
    await write('Sí')
    platform.clock.advance(minuteMs)
    await runJobs(platform)
    await write('De 9 a 18.')
    const userId = await signUpWith(email)
    expect((await as(userId).list({})).items).toMatchObject([{ unread: 1, readNumber: 2, lastNumber: 3 }])
    platform.clock.advance(minuteMs)
    await runJobs(platform)
    const notices = await platform.db.selectFrom('notifications').where('user_id', '=', userId).selectAll().execute()
    expect(notices).toHaveLength(1)
  })

  test('that is suspended sends no question by its link', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    const email = newAddress()
    await platform.db.updateTable('users').set({ email }).where('id', '=', patientId).execute()
    const { token } = await ask({ email })
    await platform.db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', patientId).execute()
    await expect(visitor.send({ token })).rejects.toEqual(withCode('conversations.blocked'))
  })

  test('that has proved it receives the question in its own conversation, and an unproved one does not', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    const { email } = await platform.db
      .selectFrom('users')
      .where('id', '=', patientId)
      .select('email')
      .executeTakeFirstOrThrow()
    const { conversationId } = await askAndSend({ email })
    expect((await as(patientId).list({})).items).toMatchObject([{ id: conversationId }])
    // Its asker learns nothing of the account: the mail is the one of every address.
    const unknown = await ask()
    const [[toAccount], [toUnknown]] = await Promise.all([mailsTo(email), mailsTo(unknown.email)])
    const withoutToken = (text = '') => text.replace(/\/question\/[\w-]+/, '')
    expect(withoutToken(toAccount?.text)).toBe(withoutToken(toUnknown?.text))

    const stranger = (await buildPatient(platform)).patientId
    const unproved = newAddress()
    await platform.db
      .updateTable('users')
      .set({ email: unproved, email_verified_at: null })
      .where('id', '=', stranger)
      .execute()
    await askAndSend({ email: unproved })
    expect((await as(stranger).list({})).items).toEqual([])
  })

  test('whose conversation with the centre exists gets the visitor’s messages at its end', async () => {
    const { email, centerId, conversationId: former } = await askAndSend()
    const { patientId } = await buildPatient(platform, { verified: true })
    const { id: conversationId } = await startConversation(platform, { userId: patientId, recipientId: centerId })
    await as(patientId).send({ conversationId, id: newId(), content: 'Primero' })
    await platform.db.updateTable('users').set({ email }).where('id', '=', patientId).execute()
    const { items } = await as(patientId).messages({ conversationId })
    expect(items.map(({ number, content, isOwn }) => [number, content, isOwn])).toEqual([
      [1, 'Primero', true],
      [2, '¿Atienden niños de 4 años?', true],
    ])
    await expect(as(patientId).get({ conversationId: former })).rejects.toEqual(withCode('conversations.not_found'))
  })
})
