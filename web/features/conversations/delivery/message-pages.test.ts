import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { ChatMessage } from '#contract/conversations.ts'

import {
  hasOlder,
  type KnownMessages,
  lastKnown,
  type MessagePage,
  toFetch,
  withOtherRead,
  withPage,
  withSent,
} from './message-pages.ts'

const message = (number: number): ChatMessage => ({
  id: `id-${number}`,
  number,
  senderType: 'patient',
  senderName: 'Ana',
  isOwn: true,
  content: `Mensaje ${number}`,
  isRemoved: false,
  createdAt: '2026-11-20T12:00:00.000Z',
})

/** The messages with the numbers `from` to `to`, of a conversation that ends with `lastNumber`. */
function page(from: number, to: number, lastNumber = to): MessagePage {
  const items = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => message(from + at))
  return { items, lastNumber, otherReadNumber: 0 }
}

const known = (from: number, to: number): KnownMessages => withPage(undefined, page(from, to))
const numbersOf = ({ items }: KnownMessages) => items.map(({ number }) => number)

describe('withPage', () => {
  test('a page of older messages comes before the known ones', () => {
    const joined = withPage(known(4, 6), page(1, 3, 6))
    expect(numbersOf(joined)).toEqual([1, 2, 3, 4, 5, 6])
    expect(hasOlder(joined)).toBe(false)
    expect(hasOlder(known(4, 6))).toBe(true)
  })

  test('a page that overlaps the known messages repeats no number, and its messages replace theirs', () => {
    const removed = { ...message(5), isRemoved: true, content: '' }
    const joined = withPage(known(4, 6), { ...page(5, 8), items: [removed, message(6), message(7), message(8)] })
    expect(numbersOf(joined)).toEqual([4, 5, 6, 7, 8])
    expect(joined.items[1]?.isRemoved).toBe(true)
  })

  test('a page beyond a gap replaces the known messages', () => {
    expect(numbersOf(withPage(known(1, 3), page(250, 252)))).toEqual([250, 251, 252])
  })

  test('a page of older messages that no longer touches the known ones is left out', () => {
    expect(numbersOf(withPage(known(250, 252), page(1, 3, 252)))).toEqual([250, 251, 252])
  })

  test('a page without messages keeps the known ones', () => {
    expect(numbersOf(withPage(known(1, 2), page(3, 2)))).toEqual([1, 2])
    expect(numbersOf(withPage(undefined, page(1, 0)))).toEqual([])
  })
})

test('a sent message is appended only when its number follows the last known one', () => {
  expect(numbersOf(withSent(known(1, 2), message(3)))).toEqual([1, 2, 3])
  expect(numbersOf(withSent(known(1, 3), message(3)))).toEqual([1, 2, 3])
  expect(numbersOf(withSent(known(1, 2), message(4)))).toEqual([1, 2])
})

test('a short gap is filled, and a long one is jumped over', () => {
  expect(toFetch(undefined, 0)).toBe('newest')
  expect(toFetch(known(1, 3), 3)).toBe('nothing')
  expect(toFetch(known(1, 3), 203)).toBe('following')
  expect(toFetch(known(1, 3), 204)).toBe('newest')
})

test('the read mark of the other side never goes back', () => {
  const read = withOtherRead(known(1, 3), 2)
  expect(withOtherRead(read, 1).otherReadNumber).toBe(2)
  expect(withPage(read, page(4, 4)).otherReadNumber).toBe(2)
})

test('in whatever order pages and messages arrive, the numbers rise one by one', () => {
  const arrival = fc.record({ from: fc.integer({ min: 1, max: 40 }), length: fc.integer({ min: 0, max: 12 }) })
  fc.assert(
    fc.property(fc.array(fc.oneof(arrival, fc.integer({ min: 1, max: 50 }))), (arrivals) => {
      let state = known(10, 12)
      for (const each of arrivals) {
        state =
          typeof each === 'number'
            ? withSent(state, message(each))
            : withPage(state, page(each.from, each.from + each.length - 1, 60))
        const [first = 0] = numbersOf(state)
        expect(numbersOf(state)).toEqual(state.items.map((_, at) => first + at))
        expect(lastKnown(state)).toBeGreaterThanOrEqual(12)
      }
    }),
  )
})
