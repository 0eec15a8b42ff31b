export type MapPlace = { latitude: number | null; longitude: number | null; address: string }

export function mapUrl(place: MapPlace): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: pointOf(place) })}`
}

export function directionsUrl(place: MapPlace): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: pointOf(place) })}`
}

function pointOf({ latitude, longitude, address }: MapPlace): string {
  return latitude !== null && longitude !== null ? `${latitude},${longitude}` : `${address}, Uruguay`
}
