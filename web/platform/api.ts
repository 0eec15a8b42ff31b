import { contract } from 'virtual:contract'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { notFound, useRouteContext } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

import type { Contract } from '#contract/contract.ts'
import { errorFromBody } from '#contract/error-body.ts'

import { errorCode } from './error-message.ts'
import { accessToken, discardSession } from './session.ts'

/** The contract's routes as functions: `api.centers.get({ id })`. */
export type Api = ContractRouterClient<Contract>
export type ApiTools = ReturnType<typeof createApiTools>

const giveUpAfterMs = 15_000

/** On the server the routes are called in the same process, with the client of the page's request. */
export const clientOfThisSide = createIsomorphicFn()
  .server((): Api => (getGlobalStartContext() as unknown as { api: Api }).api)
  .client((): Api => browserApi())

/** `queries.centers.get.queryOptions({ input: { id } })` and the like, for loaders and components. */
export function createApiTools(api: Api) {
  return { api, queries: createTanstackQueryUtils(api) }
}

/** For components: `const { api, queries } = useApi()`. */
export function useApi(): ApiTools {
  const { api, queries } = useRouteContext({ from: '__root__' })
  return { api, queries }
}

/** For a loader's main request: an unknown id shows the not-found page, with status 404. */
export async function orNotFound<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (errorCode(error)?.endsWith('.not_found')) throw notFound()
    throw error
  }
}

let client: Api | undefined

function browserApi(): Api {
  client ??= createORPCClient<Api>(
    new OpenAPILink(contract, {
      url: location.origin,
      customErrorResponseBodyDecoder: errorFromBody,
      headers: async (_options, [noun]) => {
        const token = await accessToken()
        return {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(noun === 'live' && { accept: 'text/event-stream' }),
        }
      },
      fetch: async (request, init) => {
        const patience = AbortSignal.timeout(giveUpAfterMs)
        // A live stream stays open until its caller ends it.
        const isStream = request.headers.get('accept')?.includes('text/event-stream')
        const signal = isStream ? request.signal : AbortSignal.any([request.signal, patience])
        const answer = await fetch(request, { ...init, signal })
        if (answer.status === 401) void noticeEnd({ request, answer: answer.clone() })
        return answer
      },
    }),
  )
  return client
}

/** The session has ended elsewhere, or the account was suspended: from now on the user is a visitor, and the page's guard must run. */
async function noticeEnd({ request, answer }: { request: Request; answer: Response }): Promise<void> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '')
  const body: unknown = await answer.json().catch(() => undefined)
  if (token !== undefined && errorCode(body) === 'session.missing') await discardSession(token).catch(() => undefined)
}
