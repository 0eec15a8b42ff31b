// npm run bench [-- NAME…] [--scale 10k|100k|1m]: prints every figure beside its floor or baseline from the same run.
// --scale is the size of the marketplace: its centres for the search, its accounts for the staff.
// Without names it runs all but `lighthouse`, whose 75 page loads take longer than everything else together.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchAccounts } from './accounts.ts'
import { benchAgenda } from './agenda.ts'
import { benchAppointmentImport } from './appointment-import.ts'
import { benchBooking } from './booking.ts'
import { benchCommissions } from './commissions.ts'
import { benchDistinctBookings } from './distinct-bookings.ts'
import { benchFreeTimes } from './free-times.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMessages } from './messages.ts'
import { benchOverload } from './overload.ts'
import { benchPages } from './pages.ts'
import { benchPaidBookings } from './paid-bookings.ts'
import { benchPatientDashboard } from './patient-dashboard.ts'
import { benchPatientImport } from './patient-import.ts'
import { benchPromotions } from './promotions.ts'
import { benchSearch } from './search.ts'
import { benchStaff } from './staff.ts'

const scales: Record<string, number> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const { values, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '100k' } },
})
const size = scales[values.scale]
if (size === undefined) {
  console.error(`no such scale: ${values.scale}; there are ${Object.keys(scales).join(', ')}`)
  process.exit(2)
}

const benches = {
  accounts: benchAccounts,
  agenda: benchAgenda,
  booking: benchBooking,
  commissions: benchCommissions,
  'distinct-bookings': benchDistinctBookings,
  'free-times': benchFreeTimes,
  lighthouse: benchLighthouse,
  messages: benchMessages,
  overload: benchOverload,
  pages: benchPages,
  'paid-bookings': benchPaidBookings,
  'patient-dashboard': benchPatientDashboard,
  'patient-import': benchPatientImport,
  'appointment-import': benchAppointmentImport,
  promotions: benchPromotions,
  search: () => benchSearch(size),
  staff: () => benchStaff(size),
}

const unknown = requested.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
console.log(`${cpus().length} cores, Node ${process.version}`)
const failed: string[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (requested.length > 0 ? !requested.includes(name) : name === 'lighthouse') continue
  console.log(`\n${name}`)
  const startedAt = performance.now()
  try {
    await bench()
  } catch (error) {
    console.error(error)
    failed.push(name)
  }
  console.log(`  took ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
if (requested.length === 0) console.log('\nLighthouse runs by itself: npm run bench -- lighthouse')
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`)
  // A bench that failed may have left a connection open, which would keep this process alive.
  process.exit(1)
}
