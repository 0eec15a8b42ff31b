import { notFound, useRouteContext } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

import { errorCode } from './error-message.ts'
import { type Api, createQueries, type Queries } from './query-tools.ts'
import { whenIdle } from './when-idle.ts'

export type { Api }
export type ApiTools = { api: Api; queries: Queries }

/** On the server the routes are called in the same process, with the client of the page's request. */
export const clientOfThisSide = createIsomorphicFn()
  .server((): Api => (getGlobalStartContext() as unknown as { api: Api }).api)
  .client((): Api => browserApi())

/** `queries.centers.get.queryOptions({ input: { id } })` and the like, for loaders and components. */
export function createApiTools(api: Api): ApiTools {
  return { api, queries: createQueries(api) }
}

/** Components call it: `const { api, queries } = useApi()`. */
export function useApi(): ApiTools {
  const { api, queries } = useRouteContext({ from: '__root__' })
  return { api, queries }
}

/** Awaits a loader's main request: an unknown id shows the not-found page, with status 404. */
export async function orNotFound<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (errorCode(error)?.endsWith('.not_found')) throw notFound()
    throw error
  }
}

let client: Api | undefined

const loadClient = () => import('./api-client.ts')

/** The client's code loads separately, because a page renders without it. */
function browserApi(): Api {
  if (!client) {
    client = propertiesOf((noun) =>
      propertiesOf((verb) => async (input?: object, { signal }: { signal?: AbortSignal } = {}) => {
        const { callRoute } = await loadClient()
        return await callRoute({ noun, verb, input, signal })
      }),
    ) as Api
    whenIdle(() => void loadClient().catch(() => undefined))
  }
  return client
}

function propertiesOf(propertyOf: (name: string) => unknown): object {
  return new Proxy({}, { get: (_, name) => (typeof name === 'string' ? propertyOf(name) : undefined) })
}
