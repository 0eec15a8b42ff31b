import { api } from '#server/api/procedures.ts'
import { sendRequest } from './support.usecases.ts'

export const supportRoutes = {
  send: api.support.send.handler(async ({ input, context }) => {
    const { actor, visitor, platform } = context
    const sender = { userId: actor?.userId, visitorAddress: visitor.address, visitorKey: visitor.ensureKey() }
    const { name, website, ...fields } = input
    return { reference: await sendRequest(platform, { ...fields, ...sender, name, website }) }
  }),
}
