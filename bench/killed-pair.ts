// node bench/killed-pair.ts [--folder RELEASE] [--seconds 300] [--every 30]: two processes behind nginx get 20 requests a second while
// every 30 seconds one of them is ended by kill -9. Needs nginx and, in DATABASE_URL, an empty database. Exits with 1 when a
// write that was acknowledged is missing; prints how long requests took from five seconds after each kill on.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { claim, quantilesOf, report } from './figures.ts'
import { type Outcome, startPair } from './pair.ts'
import { isServed, prepareLoad, reportOutcomes, sendLoad } from './pair-load.ts'

/** After a kill, requests have to be as fast as before within so many milliseconds. */
const recoveryMs = 5000

type Options = { folder?: string; databaseUrl: string; hasProxy: boolean; seconds: number; everySeconds: number }

/** Kills one process after the other under load. `lost`: the ids of acknowledged writes that the database does not have. */
export async function measureKills({ seconds, everySeconds, ...options }: Options) {
  await using resources = new AsyncDisposableStack()
  const pair = await startPair(options)
  resources.defer(() => pair.close())
  const load = await prepareLoad(pair, { seconds })
  resources.defer(() => load.close())

  const sending = { isOver: false }
  const kills: { at: number; readyAt: number }[] = []
  const killing = (async () => {
    for (let which = 0; ; which = 1 - which) {
      await sleep(everySeconds * 1000)
      if (sending.isOver) return
      const at = pair.elapsed()
      await pair.kill(which)
      kills.push({ at, readyAt: pair.elapsed() })
    }
  })()
  await sendLoad(pair, { load, seconds })
  sending.isOver = true
  await killing
  const { bookings, messages } = load.acknowledged
  return {
    outcomes: pair.outcomes,
    kills,
    lost: await load.listLost(),
    acknowledged: { bookings: bookings.size, messages: messages.size },
  }
}

/** Whether the request was sent within the recovery after a kill, or was under way at that moment. */
function isDisturbed({ at, ms }: Outcome, kills: readonly { at: number }[]): boolean {
  return kills.some((kill) => at + ms >= kill.at && at <= kill.at + recoveryMs)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      seconds: { type: 'string', default: '300' },
      every: { type: 'string', default: '30' },
    },
  })
  const { outcomes, kills, lost, acknowledged } = await measureKills({
    ...(values.folder ? { folder: values.folder } : {}),
    databaseUrl: process.env.DATABASE_URL ?? '',
    hasProxy: true,
    seconds: Number(values.seconds),
    everySeconds: Number(values.every),
  })
  reportOutcomes(outcomes)
  const times = (some: readonly Outcome[]) => ({
    requests: String(some.length),
    failed: String(some.filter((each) => !isServed(each)).length),
    ...quantilesOf(some.filter(isServed).map(({ ms }) => ms)),
  })
  const [disturbed, others] = [
    outcomes.filter((each) => isDisturbed(each, kills)),
    outcomes.filter((each) => !isDisturbed(each, kills)),
  ]
  report('within 5 s of a kill', times(disturbed))
  report('all others', times(others))
  const back = kills.map(({ at, readyAt }) => `${(at / 1000).toFixed(0)} s (${((readyAt - at) / 1000).toFixed(1)} s)`)
  console.log(`  killed at, and away for: ${back.join(', ')}`)
  claim(
    lost.length === 0,
    `the ${acknowledged.bookings} bookings and ${acknowledged.messages} messages that were acknowledged are stored`,
  )
  claim(others.every(isServed), 'from five seconds after a kill on, every request was served')
}
