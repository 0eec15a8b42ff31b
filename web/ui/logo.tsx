import { classNames } from './class-names.ts'

export type LogoProps = {
  name: string
  className?: string
}

/** Mark and wordmark. Put it inside a link to the home page. */
export function Logo({ name, className }: LogoProps) {
  return (
    <span
      translate="no"
      className={classNames(
        'inline-flex items-center gap-1.5 font-display text-xl font-semibold tracking-[-0.02em] text-ink',
        className,
      )}
    >
      <PathMark className="size-9" />
      {name}
    </span>
  )
}

/** The mark: the path that is an S, and where it leads. Also drawn in public/favicon.svg. */
const markShape =
  'M5.01 30.39C10.23 30.53 16.76 30.54 21.54 28.23 23.74 27.17 25.61 25.31 26.04 22.82 26.19 21.96 26.1 21.05 25.89 20.21 25.42 18.42 24.02 17.08 22.41 16.24 19.19 14.58 10.28 14.04 11.92 10.69 12.87 8.74 17.62 8.26 19.51 7.99A1.2 1.2 0 0 0 19.29 5.61C16.01 5.83 10.67 6.14 9.14 9.61 8.56 10.91 8.5 12.21 9.1 13.51 9.44 14.25 9.91 15.01 10.53 15.55 13.24 17.9 22.14 18.87 21.88 21.63 21.83 22.23 21.55 22.76 21.09 23.15 18.01 25.8 9.26 25.15 5.39 24.81A2.8 2.8 0 0 0 5.01 30.39Z'

function PathMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classNames('size-9 shrink-0', className)}>
      <path d={markShape} className="fill-action" />
      <circle cx="25.4" cy="5.6" r="3" className="fill-clay" />
    </svg>
  )
}
