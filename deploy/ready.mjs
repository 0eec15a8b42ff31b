// Ends with 0 when the server of this machine is ready (/readyz on PORT), else with 1. `--wait 90` asks again for so many seconds.
import { setTimeout as sleep } from 'node:timers/promises'

const address = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`
const [, , option, seconds] = process.argv
const giveUpAt = Date.now() + (option === '--wait' ? Number(seconds) * 1000 : 0)

async function isReady() {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(3000) })).ok
  } catch {
    return false
  }
}

let ready = await isReady()
while (!ready && Date.now() < giveUpAt) {
  await sleep(200)
  ready = await isReady()
}
if (!ready) process.stderr.write(`${address} is not ready.\n`)
process.exitCode = ready ? 0 : 1
