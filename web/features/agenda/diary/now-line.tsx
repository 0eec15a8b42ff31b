import type { CSSProperties } from 'react'

/** Where the day is. */
export function NowLine({ style }: { style: CSSProperties }) {
  return (
    <div aria-hidden="true" className="diary-now z-10" style={style}>
      <span className="absolute -mt-[0.3125rem] -ml-1 size-2 rounded-full bg-clay" />
    </div>
  )
}
