import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useLive } from './live.ts'

/** Events come in bursts: moving a whole day causes one refetch. */
const gatherMs = 100
/** Between two refetches, in the time that the first one took: under constant changes a page asks a quarter of the time. */
const restFactor = 3
/** A read that hangs doesn't keep the others from being refetched. */
const longestWaitMs = 1000
/** A write that hangs doesn't, either. */
const longestWriteMs = 3000
/** A visitor's reads, which no event names, and which are too expensive to repeat for nothing. */
const publicNouns: readonly unknown[] = ['centers', 'map', 'recommendations', 'suggestions', 'status']

/** Keeps what the page shows as fresh as the database: mounted once, while a user is signed in. */
export function useLiveChanges(): void {
  const queryClient = useQueryClient()
  const [changes] = useState(() => createLiveChanges(queryClient))
  useLive((event) => {
    if (event.about === 'changed') changes.note(event.reads)
    else if (event.about === 'ready' && !event.isResumed) changes.noteAll()
  })
  useEffect(() => changes.stop, [changes])
}

/**
 * Refetches the reads that are on the screen and marks the others as outdated. One round at a time: changes that arrive
 * during a round are gathered for the next.
 */
export function createLiveChanges(queryClient: QueryClient) {
  let waiting = new Set<string>()
  let isEverything = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRefetching = false
  let restUntilMs = 0
  let writingSinceMs: number | undefined

  function schedule(): void {
    if (timer !== undefined || isRefetching) return
    timer = setTimeout(() => void refetch(), Math.max(gatherMs, restUntilMs - performance.now()))
  }

  async function refetch(): Promise<void> {
    timer = undefined
    // What is being saved shows its new state already, and the server still has the old one.
    writingSinceMs = queryClient.isMutating() > 0 ? (writingSinceMs ?? performance.now()) : undefined
    if (writingSinceMs !== undefined && performance.now() - writingSinceMs < longestWriteMs) {
      timer = setTimeout(() => void refetch(), gatherMs)
      return
    }
    isRefetching = true
    const startedMs = performance.now()
    const [names, all] = [waiting, isEverything]
    waiting = new Set()
    isEverything = false
    const isConcerned = ({ queryKey }: Query) => (all && isPrivate(queryKey)) || isNamed(queryKey, names)
    // React Query lets a first request go on, whose response may be older than the change.
    const first = queryClient
      .getQueryCache()
      .findAll({ predicate: isConcerned, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    const done = queryClient.invalidateQueries({ predicate: isConcerned })
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
    isRefetching = false
    const endedMs = performance.now()
    restUntilMs = endedMs + (endedMs - startedMs) * restFactor
    for (const { queryKey } of first) waiting.add(nameOf(queryKey))
    if (isEverything || waiting.size > 0) schedule()
  }

  return {
    note(reads: readonly string[]): void {
      for (const read of reads) waiting.add(read)
      schedule()
    },
    noteAll(): void {
      isEverything = true
      schedule()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

type Key = Query['queryKey']
/** Noun and verb in the contract: the start of the keys of `createQueries`. */
const pathOf = ([path]: Key) => (Array.isArray(path) ? (path as unknown[]) : [])
const nameOf = (key: Key) => pathOf(key).join('.')
const isNamed = (key: Key, names: ReadonlySet<string>) => names.has(String(pathOf(key)[0])) || names.has(nameOf(key))
const isPrivate = (key: Key) => pathOf(key).length > 0 && !publicNouns.includes(pathOf(key)[0])
