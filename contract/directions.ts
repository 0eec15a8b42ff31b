/** Where a centre is: its pin, if it has one, and its written address. */
export type MapPlace = { latitude: number | null; longitude: number | null; address: string }

/** Opens the reader's maps application at the place. */
export function mapUrl(place: MapPlace): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: pointOf(place) })}`
}

/** Opens the reader's maps application with the way there. */
export function directionsUrl(place: MapPlace): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: pointOf(place) })}`
}

function pointOf({ latitude, longitude, address }: MapPlace): string {
  return latitude !== null && longitude !== null ? `${latitude},${longitude}` : `${address}, Uruguay`
}
