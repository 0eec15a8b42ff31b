import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'

import { type Declared, refetchChanged, type SettledWrite } from './changed-queries.ts'

const team: Declared = { changes: ['practice', 'agenda.get'], returns: 'team.get' }
const refusal = Object.assign(new Error('Ya está'), { code: 'team.already_member', status: 409 })

/** Screens that show these reads of the centres 1 and 2. Each fetch waits until the test responds. */
function openScreens(...names: string[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const fetched: string[] = []
  const responses: (() => void)[] = []
  for (const name of names) {
    for (const centerId of ['1', '2']) {
      const queryKey = [name.split('.'), { input: { centerId }, type: 'query' }]
      queryClient.setQueryData(queryKey, 'before')
      const queryFn = () => {
        fetched.push(`${name} ${centerId}`)
        return new Promise((resolve) => responses.push(() => resolve('after')))
      }
      onTestFinished(new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined))
    }
  }
  const shown = (name: string, centerId: string) =>
    queryClient.getQueryData([name.split('.'), { input: { centerId }, type: 'query' }])
  const respond = () => {
    for (const each of responses.splice(0)) each()
  }
  return { queryClient, fetched, shown, respond }
}

/** Whether the write has ended before the screens have what they refetch. */
async function endsEarly(declared: Declared, write: Omit<SettledWrite, 'path'>): Promise<boolean> {
  const ended = vi.fn<() => void>()
  void refetchChanged(write, declared).then(ended)
  await new Promise((done) => setTimeout(done, 5))
  return ended.mock.calls.length > 0
}

const success = { meta: undefined, input: { centerId: '1' }, data: 'response', error: null }
const failure = (error: unknown) => ({ ...success, data: undefined, error })

test('a write ends once the nouns and reads that it changes are fresh, and nothing else is refetched', async () => {
  const { queryClient, fetched, respond } = openScreens(
    'practice.figures',
    'practice.profile',
    'agenda.get',
    'agenda.today',
  )
  const ended = vi.fn<() => void>()
  void refetchChanged({ ...success, queryClient }, { ...team, returns: undefined }).then(ended)
  await new Promise((done) => setTimeout(done, 5))
  expect(new Set(fetched.map((each) => each.split(' ')[0]))).toEqual(
    new Set(['practice.figures', 'practice.profile', 'agenda.get']),
  )
  expect(ended).not.toHaveBeenCalled()
  respond()
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
})

test('a response that is a read itself is shown for its centre, and the write does not wait for the rest', async () => {
  const { queryClient, fetched, shown } = openScreens('team.get', 'practice.figures')
  expect(await endsEarly(team, { ...success, queryClient })).toBe(true)
  expect([shown('team.get', '1'), shown('team.get', '2')]).toEqual(['response', 'before'])
  expect(fetched).toEqual(['practice.figures 1', 'practice.figures 2'])
})

test('after a refusal, what the write would have changed is refetched before the refusal shows', async () => {
  const { queryClient, fetched } = openScreens('practice.figures')
  expect(await endsEarly({ ...team, returns: undefined }, { ...failure(refusal), queryClient })).toBe(false)
  expect(fetched).toHaveLength(2)
})

test('after a lost connection, the write may have succeeded: its failure shows while the screen is refetched', async () => {
  const { queryClient, fetched } = openScreens('practice.figures')
  const lost = failure(new TypeError('Failed to fetch'))
  expect(await endsEarly({ ...team, returns: undefined }, { ...lost, queryClient })).toBe(true)
  expect(fetched).toHaveLength(2)
})

test('a failed write that would have returned a read refetches nothing: reading a clinical record is logged', async () => {
  const { queryClient, fetched, shown } = openScreens('team.get', 'practice.figures')
  expect(await endsEarly(team, { ...failure(refusal), queryClient })).toBe(true)
  expect(fetched).toEqual([])
  expect(shown('team.get', '1')).toBe('before')
})

test.each([
  ['what was typed was refused', failure({ code: 'request.invalid', status: 422, message: '' })],
  ['the session has ended', failure({ code: 'session.missing', status: 401, message: '' })],
  ['it was a preview', { ...success, input: { centerId: '1', preview: true } }],
  ['its file refetches by itself', { ...success, meta: { refetch: 'own' } as const }],
])('nothing is refetched when %s', async (_, write) => {
  const { queryClient, fetched, shown } = openScreens('team.get', 'practice.figures')
  expect(await endsEarly(team, { ...write, queryClient })).toBe(true)
  expect(fetched).toEqual([])
  expect(shown('team.get', '1')).toBe('before')
})

test('a write whose screen does not wait ends before the refetched data arrives', async () => {
  const { queryClient, fetched } = openScreens('practice.figures')
  const write = { ...success, meta: { refetch: 'background' } as const, queryClient }
  expect(await endsEarly({ ...team, returns: undefined }, write)).toBe(true)
  expect(fetched).toHaveLength(2)
})
