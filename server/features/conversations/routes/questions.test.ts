import { describe, expect, test } from 'vitest'
import { markEmailVerified } from '#server/features/auth/repository/users.ts'
import { registerAccount } from '#server/features/auth/usecases/create-account.ts'
import { listWrongFigures } from '#server/features/moderation/repository/staff-figures.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildCenter, buildMember, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { startConversation } from '../usecases/start-conversation.ts'
import { purgeVisitors } from '../usecases/visitor-conversation.ts'
import { conversationsRoutes } from './conversations.ts'
import { questionsRoutes } from './questions.ts'

const platform = await testPlatform()
const visitor = clientOf(platform, questionsRoutes, undefined)
const as = (userId: string) => clientOf(platform, conversationsRoutes, userId)

let people = 0
const newAddress = () => {
  people += 1
  return `visitante-${people}@example.uy`
}

const mailsTo = async (email: string) => (await listMails(platform, { limit: 500 })).filter(({ to }) => to === email)
async function tokenTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /\/question\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function ask(input: { email?: string; centerId?: string; content?: string } = {}) {
  const { email = newAddress(), content = '¿Atienden niños de 4 años?' } = input
  const centerId = input.centerId ?? (await buildCenter(platform)).centerId
  const reception = (await buildMember(platform, { centerId, role: 'reception' })).userId
  await visitor.ask({ id: newId(), centerId, name: 'Rosa Ávila', email, content })
  return { email, centerId, reception, token: await tokenTo(email) }
}

async function askAndSend(input: Parameters<typeof ask>[0] = {}) {
  const stored = await ask(input)
  await visitor.send({ token: stored.token })
  const [conversation] = (await as(stored.reception).list({})).items
  return { ...stored, conversationId: conversation?.id ?? '' }
}

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

describe('a question of a visitor without an account', () => {
  test('reaches the centre only after the mailed link was used, from a visitor whose identity is open', async () => {
    const { reception, token, email } = await ask()
    const [mail] = await mailsTo(email)
    expect(mail?.kind).toBe('conversations.question')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/niños|Rosa/)
    expect(await visitor.read({ token })).toMatchObject({ status: 'unsent', content: '¿Atienden niños de 4 años?' })
    expect((await as(reception).list({})).items).toEqual([])
    expect(await visitor.send({ token })).toMatchObject({ status: 'open', can: { write: true } })
    expect(await visitor.send({ token })).toMatchObject({ status: 'open' })
    const { items } = await as(reception).list({})
    expect(items).toMatchObject([{ isVisitor: true, other: { name: 'Rosa Ávila' }, lastNumber: 1, unread: 1 }])
  })

  test('is answered by mail with the text, and the link in it reads and writes this conversation alone', async () => {
    const { email, reception, conversationId } = await askAndSend()
    const write = (content: string) => as(reception).send({ conversationId, id: newId(), content })
    await write('Sí, desde los 3.\n<b>Llámanos</b>')
    await write('Atendemos de 9 a 18.')
    platform.clock.advance(minuteMs)
    await runJobs(platform)
    const mails = (await mailsTo(email)).filter(({ kind }) => kind === 'conversations.answer')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Sí, desde los 3.')
    expect(mails[0]?.text).toContain('Atendemos de 9 a 18.')
    expect(mails[0]?.html).toContain('&lt;b&gt;Llámanos')
    const token = await tokenTo(email)
    const read = await visitor.answer({ token, id: newId(), content: '¡Gracias!' })
    expect(read.messages.map(({ content }) => content)).toEqual([
      '¿Atienden niños de 4 años?',
      'Sí, desde los 3.\n<b>Llámanos</b>',
      'Atendemos de 9 a 18.',
      '¡Gracias!',
    ])
    platform.clock.advance(31 * dayMs)
    await expect(visitor.read({ token })).rejects.toEqual(withCode('questions.not_found'))
  })

  test('is stored once when it is repeated, and four times a day for an address', async () => {
    const email = newAddress()
    const { centerId } = await buildCenter(platform)
    const question = { id: newId(), centerId, name: 'Rosa', email, content: 'Hola' }
    await visitor.ask(question)
    await visitor.ask(question)
    expect(await mailsTo(email)).toHaveLength(1)
    await visitor.ask({ ...question, id: newId() })
    await visitor.ask({ ...question, id: newId() })
    await expect(visitor.ask({ ...question, id: newId() })).rejects.toMatchObject({ status: 429 })
  })

  test('is mailed as one link at a time: another question of the address waits until the link is used', async () => {
    const { email, token } = await ask()
    const { centerId, reception } = await ask({ email })
    expect(await mailsTo(email)).toHaveLength(1)
    await Promise.all([visitor.send({ token }), visitor.send({ token })])
    expect(await mailsTo(email)).toHaveLength(2)
    expect(await visitor.send({ token: await tokenTo(email) })).toMatchObject({ center: { id: centerId } })
    expect((await as(reception).list({})).items).toMatchObject([{ lastNumber: 1 }])
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('is no account in the figures of staff', async () => {
    const { token } = await askAndSend()
    expect(await listWrongFigures(platform.db)).toEqual([])
    await visitor.delete({ token })
    expect(await listWrongFigures(platform.db)).toEqual([])
  })

  test('is refused once the centre’s owner is suspended', async () => {
    const { centerId, token } = await ask()
    await platform.db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', centerId).execute()
    await expect(visitor.send({ token })).rejects.toEqual(withCode('conversations.unavailable'))
    await expect(ask({ centerId })).rejects.toEqual(withCode('centers.not_found'))
  })

  test('is refused for a centre that isn’t public, and once the centre has blocked the visitor', async () => {
    const { centerId } = await buildCenter(platform, { isPublic: false })
    await expect(ask({ centerId })).rejects.toEqual(withCode('centers.not_found'))
    const stored = await askAndSend()
    await as(stored.reception).block({ conversationId: stored.conversationId, isBlocked: true })
    const { token } = await ask(stored)
    await expect(visitor.send({ token })).rejects.toEqual(withCode('conversations.blocked'))
    await visitor.delete(stored)
    expect((await as(stored.reception).list({})).items).toEqual([])
    const again = await ask(stored)
    await expect(visitor.send(again)).rejects.toEqual(withCode('conversations.blocked'))
  })

  test('is deleted after a day without the link, and after half a year without a message', async () => {
    const unsent = await ask()
    const { reception, token } = await askAndSend()
    platform.clock.advance(25 * hourMs)
    await purgeVisitors(platform)
    await expect(visitor.read({ token: unsent.token })).rejects.toEqual(withCode('questions.not_found'))
    expect(await visitor.read({ token })).toMatchObject({ status: 'open' })
    platform.clock.advance(180 * dayMs)
    await purgeVisitors(platform)
    expect((await as(reception).list({})).items).toEqual([])
  })

  test('is deleted by its link, for both sides', async () => {
    const { reception, token } = await askAndSend()
    await visitor.delete({ token })
    expect((await as(reception).list({})).items).toEqual([])
    await expect(visitor.read({ token })).rejects.toEqual(withCode('questions.not_found'))
  })

  test('is not deleted by its link nor by time while staff have yet to decide about a report of it', async () => {
    const { reception, token, conversationId } = await askAndSend()
    await as(reception).report({ conversationId, number: 1, reason: 'Insulta al equipo' })
    await expect(visitor.delete({ token })).rejects.toEqual(withCode('questions.under_review'))
    platform.clock.advance(181 * dayMs)
    await purgeVisitors(platform)
    expect((await as(reception).list({})).items).toHaveLength(1)
    await platform.db.updateTable('reports').set({ closed_at: platform.clock.now() }).execute()
    await purgeVisitors(platform)
    expect((await as(reception).list({})).items).toEqual([])
  })
})

describe('an account with the address', () => {
  test('that proves it later gets the conversation, and the visitor is gone', async () => {
    const { email, conversationId, token } = await askAndSend()
    const userId = await signUpWith(email)
    const { items } = await as(userId).list({})
    expect(items).toMatchObject([{ id: conversationId, side: 'patient', isVisitor: false, lastNumber: 1 }])
    expect((await as(userId).messages({ conversationId })).items).toMatchObject([{ isOwn: true }])
    expect(await visitor.read({ token })).toMatchObject({ status: 'inAccount', messages: [], content: '' })
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

  test('that has proved it receives the question in its own conversation, and an unproved one does not', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    const { email } = await platform.db
      .selectFrom('users')
      .where('id', '=', patientId)
      .select('email')
      .executeTakeFirstOrThrow()
    const { conversationId } = await askAndSend({ email })
    expect((await as(patientId).list({})).items).toMatchObject([{ id: conversationId }])

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
