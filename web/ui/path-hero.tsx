import { classNames } from './class-names.ts'

const trail =
  'M-900 695C-833 694 -767 689 -700 686 -441 676 109 654 336 570 387 552 450 521 469 467 476 448 476 425 472 405 469 391 462 378 453 367 394 287 258 307 210 266 205 261 200 254 202 247 214 199 433 215 472 157 477 150 477 140 475 132 464 76 412 102 424 74 431 56 458 56 474 52A3 3 0 0 0 474 48C453 49 432 46 421 68 418 76 413 88 418 96 425 107 443 105 452 114 457 117 459 123 460 129 464 151 440 159 423 164 366 181 209 168 172 216 163 227 161 245 162 260 162 270 164 280 170 289 212 356 421 353 404 433 397 467 323 486 294 493 52 552 -465 524 -729 513 -786 511 -843 506 -900 505A95 95 0 0 0 -900 695Z'

/**
 * The path from below to its destination, with three stops. Decoration behind or beside the text.
 * It enters from the left: its container needs `relative overflow-hidden`.
 */
export function PathHero({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 560" aria-hidden="true" className={classNames('h-auto w-full overflow-visible', className)}>
      <path d={trail} className="fill-path" />
      <g className="fill-panel stroke-action" strokeWidth="3">
        <circle cx="429" cy="389" r="10" />
        <circle cx="180" cy="248" r="8" />
        <circle cx="469" cy="144" r="6" />
      </g>
      <circle cx="493" cy="45" r="14" className="fill-clay" />
    </svg>
  )
}
