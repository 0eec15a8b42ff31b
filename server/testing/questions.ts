import { conversationsRoutes } from '#server/features/conversations/routes/conversations.ts'
import { questionsRoutes } from '#server/features/conversations/routes/questions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildCenter, buildMember } from './builders.ts'
import { clientOf } from './calling.ts'

type Input = { email?: string; centerId?: string; content?: string }

/** Asks as a visitor without an account, whose mails it reads, and calls the conversations of any account. */
export function askingAt(platform: Platform) {
  const visitor = clientOf(platform, questionsRoutes, undefined)
  const as = (userId: string) => clientOf(platform, conversationsRoutes, userId)
  let people = 0

  function newAddress(): string {
    people += 1
    return `visitante-${people}@example.uy`
  }

  const mailsTo = async (email: string) => (await listMails(platform, { limit: 500 })).filter(({ to }) => to === email)

  /** The token of the newest mail. */
  async function tokenTo(email: string): Promise<string> {
    const [mail] = await mailsTo(email)
    return /\/question\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  async function ask(input: Input = {}) {
    const { email = newAddress(), content = '¿Atienden niños de 4 años?' } = input
    const centerId = input.centerId ?? (await buildCenter(platform)).centerId
    const reception = (await buildMember(platform, { centerId, role: 'reception' })).userId
    await visitor.ask({ id: newId(), centerId, name: 'Rosa Ávila', email, content })
    return { email, centerId, reception, token: await tokenTo(email) }
  }

  async function askAndSend(input: Input = {}) {
    const stored = await ask(input)
    await visitor.send({ token: stored.token })
    const [conversation] = (await as(stored.reception).list({})).items
    return { ...stored, conversationId: conversation?.id ?? '' }
  }

  return { visitor, as, newAddress, mailsTo, tokenTo, ask, askAndSend }
}
