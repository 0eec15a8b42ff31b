import type { ContractRouterClient } from '@orpc/contract'
import type { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { QueryFunctionContext } from '@tanstack/react-query'

import type { Contract } from '#contract/contract.ts'

/** The contract's routes as functions: `api.centers.get({ id })`. */
export type Api = ContractRouterClient<Contract>
/** `queries.centers.get.queryOptions({ input: { id } })` and the like. The types are oRPC's. */
export type Queries = ReturnType<typeof createTanstackQueryUtils<Api>>

type Route = (input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>
type Options = { input?: unknown; [name: string]: unknown }
type InfiniteOptions = Options & { input: (pageParam: unknown) => unknown; initialPageParam: unknown }

/** Writes the same keys as oRPC's utilities, without their streams and defaults, because every page loads it. */
export function createQueries(api: Api): Queries {
  return new Proxy({} as Queries, {
    get: (_, noun) => (typeof noun === 'string' ? queriesOfNoun(api[noun as keyof Api], noun) : undefined),
  })
}

function queriesOfNoun(routes: object, noun: string): object {
  const general = { key: (options?: Options) => keyOf([noun], options) }
  return new Proxy(general, {
    get: (target, verb) =>
      typeof verb !== 'string' || verb in target
        ? Reflect.get(target, verb)
        : queriesOf([noun, verb], Reflect.get(routes, verb)),
  })
}

function queriesOf(path: readonly string[], route: Route) {
  const queryKey = (options: Options = {}) => keyOf(path, { type: 'query', input: options.input })
  const infiniteKey = ({ input, initialPageParam }: InfiniteOptions) =>
    keyOf(path, { type: 'infinite', input: input(initialPageParam) })
  const mutationKey = () => keyOf(path, { type: 'mutation' })
  return {
    call: route,
    key: (options?: Options) => keyOf(path, options),
    queryKey,
    queryOptions: (options: Options = {}) => ({
      queryFn: ({ signal }: QueryFunctionContext) => route(options.input, { signal }),
      ...options,
      queryKey: queryKey(options),
    }),
    infiniteKey,
    infiniteOptions: (options: InfiniteOptions) => ({
      queryFn: ({ pageParam, signal }: QueryFunctionContext) => route(options.input(pageParam), { signal }),
      ...options,
      queryKey: infiniteKey(options),
    }),
    mutationKey,
    mutationOptions: (options: Options = {}) => ({
      mutationFn: (input: unknown) => route(input),
      ...options,
      mutationKey: mutationKey(),
    }),
  }
}

function keyOf(path: readonly string[], { input, type }: { input?: unknown; type?: unknown } = {}) {
  return [path, { ...(input !== undefined && { input }), ...(type !== undefined && { type }) }]
}
