import type { RequestContext } from '#server/api/context.ts'
import { api } from '#server/api/procedures.ts'
import { askQuestion } from '../usecases/ask-question.ts'
import { sendQuestion } from '../usecases/send-question.ts'
import { answerAsVisitor, deleteQuestion, readQuestion } from '../usecases/visitor-conversation.ts'
import { presentMessage } from './conversations.ts'

export const questionsRoutes = {
  ask: api.questions.ask.handler(async ({ input, context }) => {
    await askQuestion(context.platform, { ...input, website: input.website, address: context.visitor.address })
    return { isStored: true as const }
  }),

  read: api.questions.read.handler(({ input, context }) => present(context, input)),

  send: api.questions.send.handler(async ({ input, context }) => {
    await sendQuestion(context.platform, input)
    return present(context, input)
  }),

  answer: api.questions.answer.handler(async ({ input, context }) => {
    await answerAsVisitor(context.platform, input)
    return present(context, input)
  }),

  delete: api.questions.delete.handler(async ({ input, context }) => {
    await deleteQuestion(context.platform, input)
    return { isDeleted: true as const }
  }),
}

async function present({ platform }: RequestContext, { token }: { token: string }) {
  const { question, conversation } = await readQuestion(platform, { token })
  if (question) {
    const isSent = question.sentAt !== null
    return {
      id: question.id,
      center: { id: question.centerId, name: question.centerName },
      status: isSent ? ('inAccount' as const) : ('unsent' as const),
      name: question.fullName,
      content: isSent ? '' : question.content,
      messages: [],
      expiresAt: question.expiresAt,
      can: { write: false },
    }
  }
  const { centerId, centerName, visitorId, rows } = conversation
  return {
    id: null,
    center: { id: centerId, name: centerName },
    status: 'open' as const,
    name: conversation.name,
    content: '',
    messages: rows.map((row) => presentMessage(row, { userId: visitorId, side: 'patient', centerName })),
    expiresAt: conversation.expiresAt,
    can: { write: conversation.mayWrite },
  }
}
