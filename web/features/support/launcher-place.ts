import { coveredBy, type Obstacle, type Rect } from '#web/ui/toast-place.ts'

const gapPx = 8

/**
 * How far up the button moves, so that it covers no control of the page: as little as possible, and 0 when no place within
 * `maxLiftPx` is free.
 */
export function liftOf({
  box,
  controls,
  maxLiftPx,
}: {
  box: Rect
  controls: readonly Rect[]
  maxLiftPx: number
}): number {
  const bottom = box.top + box.height
  const obstacles: Obstacle[] = controls.map((rect) => ({ ...rect, isFirm: true }))
  const lifts = [0, ...controls.map(({ top }) => bottom - top + gapPx)]
    .filter((lift) => lift >= 0 && lift <= maxLiftPx)
    .toSorted((one, other) => one - other)
  return lifts.find((lift) => coveredBy({ rect: { ...box, top: box.top - lift }, obstacles, apartPx: 2 }) === 0) ?? 0
}
