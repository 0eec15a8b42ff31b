import { coveredBy, type Obstacle, type Rect } from '#web/ui/toast-place.ts'

const gapPx = 8

/**
 * How far the button moves up, so that it covers no control of the page: as little as possible, and not at all where no place
 * up to `most` is free.
 */
export function liftOf({ box, controls, most }: { box: Rect; controls: readonly Rect[]; most: number }): number {
  const bottom = box.top + box.height
  const obstacles: Obstacle[] = controls.map((rect) => ({ ...rect, isFirm: true }))
  const lifts = [0, ...controls.map(({ top }) => bottom - top + gapPx)]
    .filter((lift) => lift >= 0 && lift <= most)
    .toSorted((one, other) => one - other)
  return lifts.find((lift) => coveredBy({ rect: { ...box, top: box.top - lift }, obstacles, apartPx: 2 }) === 0) ?? 0
}
