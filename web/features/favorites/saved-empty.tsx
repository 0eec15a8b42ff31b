/** The path that winds into a heart: for the list of saved centres while it is empty. */
export function SavedDrawing() {
  return (
    <svg viewBox="0 0 240 104" fill="none" strokeLinecap="round" aria-hidden="true" className="h-auto w-56">
      <path d="M6 92c30 6 52-2 62-16s24-20 44-8" strokeWidth="9" className="stroke-path" />
      <path
        d="M112 68c10 8 22 18 38 28 30-20 56-40 56-64 0-24-34-30-50-6-8 12-8 22-4 30"
        strokeWidth="4"
        strokeDasharray="1 11"
        className="stroke-control"
      />
      <path
        d="M150 66c-9-6-16-11-16-18 0-8 11-10 16-2 5-8 16-6 16 2 0 7-7 12-16 18z"
        strokeWidth="3"
        strokeLinejoin="round"
        className="fill-clay stroke-clay"
      />
    </svg>
  )
}
