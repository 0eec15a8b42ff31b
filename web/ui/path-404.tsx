import { classNames } from './class-names.ts'

export function Path404({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 560 220"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className={classNames('h-auto w-full max-w-xl', className)}
    >
      <path
        d="M-20 190C70 200 150 196 214 150S262 34 204 30s-78 76-24 112 130 26 182-8"
        strokeWidth="18"
        strokeLinejoin="round"
        className="stroke-path"
      />
      <path d="M384 118c22-18 40-30 62-34" strokeWidth="5" strokeDasharray="1 16" className="stroke-control" />
      <circle cx="512" cy="170" r="14" className="fill-clay" />
    </svg>
  )
}
