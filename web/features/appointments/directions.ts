import type { Appointment } from '#contract/appointments.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { directionsUrl } from '#contract/directions.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'

type Where = Pick<CenterProfile, 'latitude' | 'longitude'> &
  Pick<Appointment['center'], 'address' | 'neighborhood' | 'department'>

/** Opens the visitor's maps application with the way to the centre. Without a pin, the address says where. */
export function directionsHref({ latitude, longitude, ...address }: Where): string {
  return directionsUrl({ latitude, longitude, address: fullAddress(address) })
}
