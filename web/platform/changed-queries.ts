import type { Query, QueryClient } from '@tanstack/react-query'

import { errorCode, isRefusal } from './error-message.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** The `meta` of a mutation. */
type WriteMeta = {
  /** `background`: the mutation ends before what it changed is refetched. `own`: its file refetches by itself. */
  refetch?: 'background' | 'own'
}

export type SettledWrite = {
  queryClient: QueryClient
  /** Noun and verb in the contract. */
  path: readonly [string, string]
  meta: WriteMeta | undefined
  input: unknown
  data: unknown
  error: unknown
}

/** What the route declares in the contract. */
export type Declared = { changes: readonly string[]; returns: string | undefined }

/**
 * Refetches what the write changed and a screen shows. Resolves once that is fresh.
 *
 * A response that is a read itself is shown immediately, so the rest isn't waited for. Any other write is also refetched when
 * it fails: after a refusal because the screen was outdated, and after a lost connection because it may have succeeded.
 */
export async function refetchChanged(
  { queryClient, meta, input, data, error }: Omit<SettledWrite, 'path'>,
  { changes, returns }: Declared,
): Promise<void> {
  if (meta?.refetch === 'own' || isPreview(input) || concernsRequest(error)) return
  if (returns !== undefined) {
    if (error) return
    const predicate = ({ queryKey }: Query) => isWithin(input, queryKey[1])
    queryClient.setQueriesData({ queryKey: keyOf(returns), predicate }, data)
  }
  const refetched = Promise.all(changes.map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })))
  const mayHaveSucceeded = Boolean(error) && !isRefusal(error)
  if (returns === undefined && meta?.refetch !== 'background' && !mayHaveSucceeded) await refetched
}

/** The start of the keys of `createQueries`. */
const keyOf = (name: string) => [name.split('.')]

/** With `preview`, the server changes nothing. */
const isPreview = (input: unknown) => (input as { preview?: unknown } | undefined)?.preview === true

/**
 * Any route may refuse a request so: for what was typed, or without a session. Nothing on the screen is outdated by it.
 * After an outdated version or terms, the query client has already refetched everything.
 */
const concernsRequest = (error: unknown) => /^(?:request|session)\./.test(errorCode(error) ?? '')

/** Whether the read's parameters are those of the write: the same centre. */
function isWithin(input: unknown, read: unknown): boolean {
  const parameters = Object.entries((read as { input?: object } | undefined)?.input ?? {})
  return parameters.every(([name, value]) => (input as Record<string, unknown> | undefined)?.[name] === value)
}
