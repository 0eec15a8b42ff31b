import type { Appointment } from '#contract/appointments.ts'
import { directionsUrl } from '#contract/directions.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'

type Where = Pick<
  Appointment['center'],
  'latitude' | 'longitude' | 'pinPrecision' | 'address' | 'neighborhood' | 'department'
>

/** A link that opens directions to the centre in the visitor's maps application: to its exact pin, or else to its address. */
export function directionsHref({ latitude, longitude, pinPrecision, ...address }: Where): string {
  return directionsUrl({ latitude, longitude, pinPrecision, address: fullAddress(address) })
}
