import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { expect, test, vi } from 'vitest'

import { type Api, createQueries } from './query-tools.ts'

const get = vi.fn<(input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>>(async () => 'center')
const api = { centers: { get }, practice: { update: get }, reviews: { list: get } } as unknown as Api
const [ours, theirs] = [createQueries(api), createTanstackQueryUtils(api)]

test('the keys equal those of oRPC, whose types they have', () => {
  const input = { centerId: '1' }
  expect(ours.centers.key()).toEqual(theirs.centers.key())
  expect(ours.centers.get.key()).toEqual(theirs.centers.get.key())
  expect(ours.centers.get.key({ type: 'query', input })).toEqual(theirs.centers.get.key({ type: 'query', input }))
  expect(ours.centers.get.queryKey({ input })).toEqual(theirs.centers.get.queryKey({ input }))
  expect(ours.centers.get.queryOptions({ input }).queryKey).toEqual(theirs.centers.get.queryOptions({ input }).queryKey)
  expect(ours.practice.update.mutationOptions().mutationKey).toEqual(
    theirs.practice.update.mutationOptions().mutationKey,
  )
})

test('a query calls its route with its input and the signal, and keeps the options of its caller', async () => {
  const { queryFn, staleTime } = ours.centers.get.queryOptions({ input: { centerId: '1' }, staleTime: 5 })
  const { signal } = new AbortController()
  expect(await queryFn({ signal } as never)).toBe('center')
  expect(get).toHaveBeenLastCalledWith({ centerId: '1' }, { signal })
  expect(staleTime).toBe(5)
})

test('an infinite query calls its route with the input of the page', async () => {
  const options = {
    input: (cursor: string | undefined) => ({ centerId: '1', ...(cursor && { cursor }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: () => undefined,
  }
  const ownOptions = ours.reviews.list.infiniteOptions(options)
  expect(ownOptions.queryKey).toEqual(theirs.reviews.list.infiniteOptions(options).queryKey)
  const { signal } = new AbortController()
  await ownOptions.queryFn({ pageParam: 'next', signal } as never)
  expect(get).toHaveBeenLastCalledWith({ centerId: '1', cursor: 'next' }, { signal })
})
