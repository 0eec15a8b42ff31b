import type { CSSProperties } from 'react'

/** Where the day is: beneath the cards, so that it crosses no name. */
export function NowLine({ style }: { style: CSSProperties }) {
  return (
    <div aria-hidden="true" className="calendar-now z-1" style={style}>
      <span className="absolute -mt-[0.3125rem] -ml-1 size-2 rounded-full bg-clay" />
    </div>
  )
}
