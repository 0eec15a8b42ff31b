import { describe, expect, test } from 'vitest'
import { listWrongFigures } from '#server/features/moderation/repository/staff-figures.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { askingAt } from '#server/testing/questions.ts'
import { purgeVisitors } from '../usecases/visitor-conversation.ts'

const platform = await testPlatform()
const { visitor, as, newAddress, mailsTo, tokenTo, ask, askAndSend } = askingAt(platform)

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

  test('reaches a centre two hundred times a day, and an unconfirmed one doesn’t count', async () => {
    const { centerId, token } = await ask()
    const attempt = { name: 'questions.center', key: centerId, limit: 200, windowSeconds: 86_400 }
    await countAttempts(platform, [{ ...attempt, amount: 200 }])
    await ask({ centerId })
    await expect(visitor.send({ token })).rejects.toMatchObject({ status: 429 })
    expect(await visitor.read({ token })).toMatchObject({ status: 'unsent' })
  })

  test('has a long answer cut in the mail, which says so, and whole on the page', async () => {
    const { email, reception, conversationId } = await askAndSend()
    await as(reception).send({ conversationId, id: newId(), content: 'a\n'.repeat(1500) })
    platform.clock.advance(minuteMs)
    await runJobs(platform)
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain('La respuesta sigue en la página del botón.')
    expect(mail?.html.length).toBeLessThan(20_000)
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
    const unsent = await ask()
    await platform.db
      .updateTable('center_profiles')
      .set({ is_public: false })
      .where('id', '=', unsent.centerId)
      .execute()
    await expect(visitor.send(unsent)).rejects.toEqual(withCode('centers.not_found'))
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

  test('waits for the link of another question with its address, until that one is sent, deleted or over', async () => {
    for (const end of ['deleted', 'over']) {
      const strange = await ask()
      const { centerId } = await buildCenter(platform)
      platform.clock.advance(hourMs)
      await visitor.ask({ id: newId(), centerId, name: 'Rosa', email: strange.email, content: '¿Tienen rampa?' })
      const linked = async () => (await mailsTo(strange.email)).length
      expect(await linked()).toBe(1)
      if (end === 'deleted') await visitor.delete(strange)
      else {
        platform.clock.advance(23.5 * hourMs)
        await purgeVisitors(platform)
      }
      expect(await linked()).toBe(2)
      expect(await visitor.read({ token: await tokenTo(strange.email) })).toMatchObject({ content: '¿Tienen rampa?' })
    }
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
