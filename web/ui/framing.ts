/** How a picture lies behind the frame: moved from its middle, and magnified. */
export type Framing = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const framed: Framing = { x: 0, y: 0, zoom: 1 }
export const mostZoom = 3

/** At which all of the picture lies within a frame of this shape; at 1 it just fills it. */
export function wholeZoom({ picture, ratio }: { picture: Size; ratio: number }): number {
  const shape = picture.width / picture.height
  return Math.min(shape / ratio, ratio / shape)
}

/** Moved by a step, as far as the picture still fills the frame; one smaller than the frame stays within it. */
export function moved({
  from,
  by,
  picture,
  frame,
}: {
  from: Framing
  by: { x: number; y: number }
  picture: Size
  frame: Size
}): Framing {
  const room = (side: 'width' | 'height') => Math.abs(picture[side] * from.zoom - frame[side]) / 2
  return {
    x: within(from.x + by.x, room('width')),
    y: within(from.y + by.y, room('height')),
    zoom: from.zoom,
  }
}

function within(value: number, room: number): number {
  return Math.min(room, Math.max(-room, value))
}
