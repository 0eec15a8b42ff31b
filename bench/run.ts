// npm run bench [-- NAME…] [--scale 10k|100k|1m]: prints every figure beside its floor or baseline from the same run.
// --scale is the size of the marketplace that the search is measured in.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchAccounts } from './accounts.ts'
import { benchAgenda } from './agenda.ts'
import { benchBooking } from './booking.ts'
import { benchDistinctBookings } from './distinct-bookings.ts'
import { benchFreeTimes } from './free-times.ts'
import { benchPages } from './pages.ts'
import { benchSearch } from './search.ts'

const scales: Record<string, number> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const { values, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '100k' } },
})
const centers = scales[values.scale]
if (centers === undefined) {
  console.error(`no such scale: ${values.scale}; there are ${Object.keys(scales).join(', ')}`)
  process.exit(2)
}

const benches = {
  accounts: benchAccounts,
  agenda: benchAgenda,
  booking: benchBooking,
  'distinct-bookings': benchDistinctBookings,
  'free-times': benchFreeTimes,
  pages: benchPages,
  search: () => benchSearch(centers),
}

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
