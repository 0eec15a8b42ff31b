// node bench/rolling-restart.ts [--folder RELEASE] [--seconds 120]: two processes behind nginx with deploy/nginx.conf get 20 requests a
// second (searches, pages, bookings, messages) while one after the other is restarted again and again. Needs nginx and, in
// DATABASE_URL, an empty database. Prints the requests that failed; exits with 1 when there are any, or a lost or repeated write.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { claim } from './figures.ts'
import { startPair } from './pair.ts'
import { isServed, prepareLoad, reportOutcomes, sendLoad } from './pair-load.ts'

const { values: options } = parseArgs({
  options: { folder: { type: 'string' }, seconds: { type: 'string', default: '120' } },
})
const seconds = Number(options.seconds)
await using resources = new AsyncDisposableStack()
const pair = await startPair({
  ...(options.folder ? { folder: options.folder } : {}),
  databaseUrl: process.env.DATABASE_URL ?? '',
  hasProxy: true,
})
resources.defer(() => pair.close())
const load = await prepareLoad(pair, { seconds })
resources.defer(() => load.close())

const sending = { isOver: false }
const restarts: string[] = []
const restarting = (async () => {
  for (let which = 0; !sending.isOver; which = 1 - which) {
    await sleep(4000)
    if (sending.isOver) return
    const from = pair.elapsed()
    await pair.restart(which)
    restarts.push(`${which + 1}: ${(from / 1000).toFixed(0)}–${(pair.elapsed() / 1000).toFixed(0)} s`)
  }
})()
await sendLoad(pair, { load, seconds })
sending.isOver = true
await restarting

reportOutcomes(pair.outcomes)
console.log(`restarts: ${restarts.join(', ')}`)
console.log(`lines of nginx: ${pair.proxyErrors()}`)
const { rows } = await load.pool.query(
  `select (select count(*) from appointments where status = 'confirmed')::int as bookings,
     (select count(*) from messages)::int as messages`,
)
const { bookings, messages } = load.acknowledged
claim(pair.outcomes.every(isServed), `all ${pair.outcomes.length} requests were served`)
claim(rows[0].bookings === bookings.size, `the ${bookings.size} confirmed bookings are stored once`)
claim(rows[0].messages === messages.size, `the ${messages.size} messages are stored once`)
