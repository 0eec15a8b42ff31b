import drawings from './drawings.svg'

/** What an empty place is about. The things stand in drawings.svg, which only a page with an empty place loads. */
export type DrawingName =
  | 'bell'
  | 'book'
  | 'calendar'
  | 'chat'
  | 'clock'
  | 'coins'
  | 'documents'
  | 'door'
  | 'family'
  | 'gift'
  | 'hands'
  | 'house'
  | 'inbox'
  | 'lock'
  | 'map'
  | 'people'
  | 'scales'
  | 'search'
  | 'signpost'
  | 'stars'
  | 'storm'
  | 'team'
  | 'ticket'
  | 'till'

/** The path to its clay stop, and on it the thing that the place is about. Without the file, the path alone is drawn. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      viewBox="-14 6 176 106"
      fill="none"
      strokeWidth="2.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-auto w-40 stroke-action"
    >
      <path d="M-7 94c24 16 52 12 62-4s18-14 36-8 34 6 52-18" strokeWidth="9" className="stroke-path" />
      <use href={`${drawings}#sprig`} />
      <use href={`${drawings}#${name}`} />
      <circle cx="147" cy="56" r="6" className="fill-clay stroke-clay" />
    </svg>
  )
}
