import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { createShares, type ShareLimits } from './body-shares.ts'
import type { HttpEnv } from './context.ts'
import type { Pace } from './pace.ts'
import { limitUsualBodies } from './usual-bodies.ts'

const kilobyte = 1024
const patient: Pace = { windowMs: 20_000, minBytes: kilobyte, totalMs: 20_000 }
const limits: ShareLimits = {
  ofOne: { bodies: 40, bytes: 500 * kilobyte },
  ofEveryone: { bodies: 60, bytes: 2000 * kilobyte },
}

/** A route that reads its body and responds with its length. The header `from` names the network address. */
async function serve(pace: Pace): Promise<number> {
  const app = new Hono<HttpEnv>()
  app.onError((error, c) => c.json({}, error instanceof ORPCError ? (error.status as 408) : 500))
  app.use((c, next) => {
    c.set('address', c.req.header('from') ?? '')
    return next()
  })
  app.use(limitUsualBodies({ guardOf: () => () => {}, shares: createShares(limits), pace }))
  app.post('/', async (c) => c.text(String((await c.req.text()).length)))
  const server = createServer((request, response) => void getRequestListener(app.fetch)(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Sends `sent` of the `declared` bytes. `answer`: the status, once there is one. */
function send(port: number, { from, declared, sent }: { from: string; declared: number; sent: number }) {
  const socket: Socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\nfrom: ${from}\r\ncontent-length: ${declared}\r\n\r\n`)
  socket.write('x'.repeat(sent))
  const answer = new Promise<string>((resolve) => {
    socket.on('error', () => resolve('cut'))
    socket.on('data', (text) => resolve(text.toString().slice(9, 12)))
  })
  return { socket, answer }
}

const wait = (milliseconds: number) => new Promise<string>((resolve) => setTimeout(resolve, milliseconds, 'none'))
const large = { declared: 201 * kilobyte, sent: 200 * kilobyte }

test('unfinished bodies of one address are refused beyond its share, and neither its small bodies nor other addresses are', async () => {
  const port = await serve(patient)
  const unfinished = Array.from({ length: 8 }, () => send(port, { from: 'a', ...large }))
  await wait(400)
  const answers = await Promise.all(unfinished.map(({ answer }) => Promise.race([answer, wait(400)])))
  expect(new Set(answers)).toEqual(new Set(['429', 'none']))
  expect(answers.filter((answer) => answer === 'none').length).toBeLessThanOrEqual(2)
  const small = Array.from({ length: 30 }, () => send(port, { from: 'a', declared: 16_000, sent: 16_000 }).answer)
  expect(new Set(await Promise.all(small))).toEqual(new Set(['200']))
  expect(await send(port, { from: 'b', declared: 200_000, sent: 200_000 }).answer).toBe('200')
  for (const { socket } of unfinished) socket.destroy()
  await wait(200)
  // The share is free again.
  expect(await send(port, { from: 'a', declared: 200_000, sent: 200_000 }).answer).toBe('200')
})

test('the number of unfinished bodies has a limit for one address and for all', async () => {
  const port = await serve(patient)
  const one = { declared: 10, sent: 1 }
  for (let at = 0; at < 40; at++) send(port, { from: 'a', ...one })
  await wait(300)
  expect(await send(port, { from: 'a', ...one }).answer).toBe('429')
  for (let at = 0; at < 20; at++) send(port, { from: 'b', ...one })
  await wait(300)
  expect(await send(port, { from: 'c', ...one }).answer).toBe('503')
})

test('a large body must keep its pace, and a small one has the whole time', async () => {
  const port = await serve({ windowMs: 200, minBytes: 10 * kilobyte, totalMs: 1000 })
  const slow = send(port, { from: 'a', ...large })
  const small = send(port, { from: 'a', declared: 10, sent: 1 })
  expect(await Promise.race([slow.answer, small.answer.then(() => 'small first')])).toBe('408')
  expect(await small.answer).toBe('408')
  const late = send(port, { from: 'a', declared: 2, sent: 1 })
  await wait(500)
  late.socket.write('x')
  expect(await late.answer).toBe('200')
})

test('a body of single bytes arrives as it was sent', async () => {
  const port = await serve(patient)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n')
  socket.write(`${'1\r\nx\r\n'.repeat(40_000)}0\r\n\r\n`)
  const text = await new Promise<string>((resolve) => socket.on('data', (data) => resolve(data.toString())))
  expect(text).toMatch(/\r\n40000$/)
})
