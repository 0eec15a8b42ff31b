import { classNames } from './class-names.ts'
import { StarRating } from './star-rating.tsx'
import { starShape } from './star-shape.ts'

export type StarsProps = {
  /** The rating is from 0 to 5. */
  rating: number
  reviewCount: number
  /** One star instead of five, for narrow places. */
  compact?: boolean
  /** The number of reviews without its word, for the narrowest places. */
  bare?: boolean
  className?: string
}

const decimal = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('es-UY')

/** "★ 4,8 (127 opiniones)", or that none counts yet: a review of a free visit is published without counting. */
export function Stars({ rating, reviewCount, compact, bare, className }: StarsProps) {
  if (reviewCount === 0)
    return <span className={classNames('text-sm text-ink-soft', className)}>Sin calificación todavía</span>
  const reviews = reviewCount === 1 ? '1 opinión' : `${whole.format(reviewCount)} opiniones`
  return (
    <span className={classNames('inline-flex flex-wrap items-center gap-x-1.5 text-sm', className)}>
      {compact ? (
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5 shrink-0 fill-clay">
          <path d={starShape} />
        </svg>
      ) : (
        <StarRating value={rating} />
      )}
      <span className="font-semibold tabular-nums">
        {decimal.format(rating)}
        <span className="sr-only"> de 5</span>
      </span>
      <span className="whitespace-nowrap text-ink-soft">
        ({bare ? whole.format(reviewCount) : reviews}
        {bare && <span className="sr-only">{reviewCount === 1 ? ' opinión' : ' opiniones'}</span>})
      </span>
    </span>
  )
}
