/** exact: the owner set it on the map. approximate: that of the neighbourhood or city of the address. none: no pin. */
export const pinPrecisions = ['exact', 'approximate', 'none'] as const
export type PinPrecision = (typeof pinPrecisions)[number]

/** What is said of a place whose pin is approximate. */
export const approximatePlace = 'ubicación aproximada'

export type MapPlace = {
  latitude: number | null
  longitude: number | null
  pinPrecision: PinPrecision
  /** As written, without the country. */
  address: string
}

export function mapUrl(place: MapPlace): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: pointOf(place) })}`
}

export function directionsUrl(place: MapPlace): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: pointOf(place) })}`
}

/** Only an exact pin leads to the door; otherwise the map service looks for the address. */
function pointOf({ latitude, longitude, pinPrecision, address }: MapPlace): string {
  return pinPrecision === 'exact' ? `${latitude},${longitude}` : `${address}, Uruguay`
}
