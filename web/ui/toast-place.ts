export type Rect = { left: number; top: number; width: number; height: number }

/**
 * An element that a toast avoids. `isFirm`: a field, an error, a bar or what else must not be covered while there is free space;
 * the others may be, for the seconds that a toast stays. `isBar`: the place of toasts is above it.
 */
export type Obstacle = Rect & { isFirm: boolean; isBar?: boolean }

const marginPx = 12
const wideMarginPx = 24
const gapPx = 8
/** Slightly less than the gap, because layout positions are fractions of pixels. */
const apartPx = 6
/** The width is that of Tailwind's `sm`. */
const widePx = 640
const firmWeight = 1000

/**
 * The position of a toast of this size. Its place is the lower end of the screen, on a wide one at the right, above the bars
 * there. Where it would cover a firm obstacle, it is at the upper end, and where neither is free, as low as possible where it is
 * free, or covers least.
 */
export function placeToast({
  size,
  viewport,
  obstacles,
}: {
  size: { width: number; height: number }
  viewport: { width: number; height: number }
  obstacles: readonly Obstacle[]
}): { left: number; top: number } {
  const isWide = viewport.width >= widePx
  const margin = isWide ? wideMarginPx : marginPx
  const right = viewport.width - size.width - margin
  const columns = isWide ? [right, margin, right / 2 + margin / 2] : [margin]
  const lowest = viewport.height - size.height - margin
  const [first = margin] = columns
  const firm = obstacles.filter(({ isFirm }) => isFirm)
  const bars = obstacles.filter(({ isBar }) => isBar)
  const aboveBars = [lowest, ...topsAbove(bars)].filter(
    (top) => coveredBy({ rect: { left: first, top, ...size }, obstacles: bars, apartPx }) === 0,
  )
  const isFree = (top: number) => coveredBy({ rect: { left: first, top, ...size }, obstacles: firm, apartPx }) === 0
  const ends = [Math.max(...aboveBars), margin].find((top) => top >= marginPx && top <= lowest && isFree(top))
  if (ends !== undefined) return { left: first, top: ends }

  const places = columns.flatMap((left) =>
    // The lowest free position of a column is at its end, or directly above an obstacle.
    [lowest, ...topsAbove(obstacles)]
      .filter((top) => top >= marginPx && top <= lowest)
      .toSorted((a, b) => b - a)
      .map((top) => ({ left, top, covered: coveredBy({ rect: { left, top, ...size }, obstacles, apartPx }) })),
  )
  const least = Math.min(...places.map(({ covered }) => covered))
  const { left, top } = places.find(({ covered }) => covered === least) ?? { left: margin, top: Math.max(0, lowest) }
  return { left, top }

  function topsAbove(those: readonly Obstacle[]): number[] {
    return those.map(({ top }) => top - gapPx - size.height)
  }
}

/** The area that a toast there would cover, or approach nearer than `apartPx`; 0 for none. */
export function coveredBy({
  rect,
  obstacles,
  apartPx: apart,
}: {
  rect: Rect
  obstacles: readonly Obstacle[]
  apartPx: number
}): number {
  return obstacles.reduce((sum, obstacle) => {
    const width = overlap([rect.left - apart, rect.width + 2 * apart], [obstacle.left, obstacle.width])
    const height = overlap([rect.top - apart, rect.height + 2 * apart], [obstacle.top, obstacle.height])
    return sum + width * height * (obstacle.isFirm ? firmWeight : 1)
  }, 0)
}

function overlap([start, length]: [number, number], [otherStart, otherLength]: [number, number]): number {
  return Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart))
}
