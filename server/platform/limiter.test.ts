import { expect, test } from 'vitest'

import { createLimiter, outsideTurn, QueueTimeoutError } from './limiter.ts'

/** Work that runs until the test ends it, and the names of the running pieces. */
function pieces(take: ReturnType<typeof createLimiter>) {
  const running = new Set<string>()
  const ends = new Map<string, () => void>()
  const begin = (name: string, size?: number) =>
    take(async () => {
      running.add(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      running.delete(name)
    }, size)
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { running: () => [...running].toSorted().join(' '), begin, end }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('pieces of equal size run up to the limit, in the order of their arrival', async () => {
  const { begin, end, running } = pieces(createLimiter({ atOnce: 2, patienceMs: 5000 }))
  const all = ['a', 'b', 'c', 'd'].map((name) => begin(name))
  await settled()
  expect(running()).toBe('a b')
  await end('b')
  expect(running()).toBe('a c')
  for (const name of ['a', 'c', 'd']) await end(name)
  await Promise.all(all)
  expect(running()).toBe('')
})

test('pieces of different sizes share the limit, and no smaller piece overtakes a large one', async () => {
  const { begin, end, running } = pieces(createLimiter({ atOnce: 10, patienceMs: 5000 }))
  const all = [begin('a', 6), begin('b', 4), begin('large', 9), begin('c', 1)]
  await settled()
  expect(running()).toBe('a b')
  await end('a')
  expect(running()).toBe('b')
  await end('b')
  expect(running()).toBe('c large')
  for (const name of ['large', 'c']) await end(name)
  await Promise.all(all)
})

test('a piece larger than the limit runs alone', async () => {
  const { begin, end, running } = pieces(createLimiter({ atOnce: 10, patienceMs: 5000 }))
  const all = [begin('huge', 500), begin('a')]
  await settled()
  expect(running()).toBe('huge')
  await end('huge')
  expect(running()).toBe('a')
  await end('a')
  await Promise.all(all)
})

test('a piece that waits too long is refused, and the pieces behind it run', async () => {
  const { begin, end, running } = pieces(createLimiter({ atOnce: 10, patienceMs: 100 }))
  const first = begin('a', 5)
  const large = begin('large', 9)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const small = begin('b', 5)
  await expect(large).rejects.toThrow(QueueTimeoutError)
  await settled()
  expect(running()).toBe('a b')
  for (const name of ['a', 'b']) await end(name)
  await Promise.all([first, small])
})

test('a failed piece frees its place', async () => {
  const take = createLimiter({ atOnce: 1, patienceMs: 100 })
  await expect(take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await take(() => Promise.resolve(1))).toBe(1)
})

test('work outside a turn lets other pieces run, and its piece goes on before those that have not started', async () => {
  const take = createLimiter({ atOnce: 1, patienceMs: 5000 })
  const { begin, end, running } = pieces(take)
  const outside = Promise.withResolvers<void>()
  const order: string[] = []
  const first = take(async () => {
    await outsideTurn(() => outside.promise)
    order.push('first')
  })
  await settled()
  const others = [begin('a'), begin('b').then(() => order.push('b'))]
  await settled()
  expect(running()).toBe('a')
  outside.resolve()
  await settled()
  expect([order, running()]).toEqual([[], 'a'])
  await end('a')
  await first
  await settled()
  expect([order, running()]).toEqual([['first'], 'b'])
  await end('b')
  await Promise.all(others)
  expect(await take(() => Promise.resolve(1))).toBe(1)
})

test('work outside a turn leaves the turns of every limiter, and its duration refuses no other piece', async () => {
  const outer = createLimiter({ atOnce: 1, patienceMs: 200 })
  const inner = createLimiter({ atOnce: 1, patienceMs: 200 })
  const waitOutside = () =>
    outer(() => inner(() => outsideTurn(() => new Promise((resolve) => setTimeout(resolve, 500)))))
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const slow = Promise.all([waitOutside(), waitOutside()])
    await settled()
    expect(await Promise.all([1, 2, 3].map((n) => outer(() => inner(() => Promise.resolve(n)))))).toEqual([1, 2, 3])
    await slow
  }
})

test('a piece that fails while other work of its own is outside gives its turn back once', async () => {
  const take = createLimiter({ atOnce: 1, patienceMs: 100 })
  const outside = Promise.withResolvers<void>()
  let left: Promise<void> | undefined
  const piece = take(async () => {
    left = outsideTurn(() => outside.promise)
    await settled()
    throw new Error('no')
  })
  await expect(piece).rejects.toThrow('no')
  const { begin, end, running } = pieces(take)
  const others = [begin('a'), begin('b').catch(() => undefined)]
  outside.resolve()
  await left
  await settled()
  expect(running()).toBe('a')
  await end('a')
  await end('b')
  await Promise.all(others)
})
