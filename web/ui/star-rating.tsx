import { useId } from 'react'
import { classNames } from './class-names.ts'
import { starShape } from './star-shape.ts'

export type StarRatingProps = { value: number; className?: string }

const places = [0, 1, 2, 3, 4]

/** Five stars filled to the tenth, as decoration beside a number: Stars combines both. */
export function StarRating({ value, className }: StarRatingProps) {
  const clip = useId()
  return (
    <svg viewBox="0 0 128 24" aria-hidden="true" className={classNames('h-4.5 w-24 shrink-0', className)}>
      <clipPath id={clip}>
        {/* Each star takes 24 of every 26 units, so that 4.5 ends in the middle of the fifth. */}
        <rect width={Math.floor(value) * 26 + (value % 1) * 24} height="24" />
      </clipPath>
      {places.map((place) => (
        <path key={place} d={starShape} transform={`translate(${place * 26})`} className="fill-line" />
      ))}
      <g clipPath={`url(#${clip})`} className="fill-clay">
        {places.map((place) => (
          <path key={place} d={starShape} transform={`translate(${place * 26})`} />
        ))}
      </g>
    </svg>
  )
}
