import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { handleUnexpectedErrors } from './last-resort.ts'
import { createLog } from './log.ts'

const source = new EventEmitter()
const counted: string[] = []
let stops = 0
handleUnexpectedErrors({
  source,
  log: createLog({ logLevel: 'silent' }),
  count: (where) => counted.push(where),
  stop: () => {
    stops += 1
  },
})

beforeEach(() => {
  counted.length = 0
  stops = 0
})

test('an unhandled rejection is counted, whatever it rejects with, and the process goes on', () => {
  source.emit('unhandledRejection', new Error('a bug'))
  source.emit('unhandledRejection', undefined)
  expect([counted, stops]).toEqual([['unhandled rejection', 'unhandled rejection'], 0])
})

test('an uncaught exception is counted, and the process ends in order', () => {
  source.emit('uncaughtException', new Error('a bug'), 'uncaughtException')
  expect([counted, stops]).toEqual([['uncaught exception'], 1])
})

test('a lost connection that nothing handles is counted, and the process goes on', () => {
  const lost = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  source.emit('uncaughtException', lost, 'uncaughtException')
  expect([counted, stops]).toEqual([['uncaught exception'], 0])
})
