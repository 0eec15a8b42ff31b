// npm run bench [-- NAME…]: prints every figure beside its floor or baseline from the same run.
import { cpus } from 'node:os'
import { benchAccounts } from './accounts.ts'
import { benchAgenda } from './agenda.ts'
import { benchBooking } from './booking.ts'
import { benchDistinctBookings } from './distinct-bookings.ts'
import { benchFreeTimes } from './free-times.ts'
import { benchPages } from './pages.ts'

const benches = {
  accounts: benchAccounts,
  agenda: benchAgenda,
  booking: benchBooking,
  'distinct-bookings': benchDistinctBookings,
  'free-times': benchFreeTimes,
  pages: benchPages,
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
console.log(`${cpus().length} cores, Node ${process.version}`)
for (const [name, bench] of Object.entries(benches)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.log(`\n${name}`)
  await bench()
}
