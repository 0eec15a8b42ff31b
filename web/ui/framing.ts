/** A picture's offset from the frame's centre, and its zoom. */
export type Framing = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const initialFraming: Framing = { x: 0, y: 0, zoom: 1 }
export const maxZoom = 3

/** The zoom at which the whole picture fits the frame; at 1 it fills it. */
export function wholeZoom({ picture, ratio }: { picture: Size; ratio: number }): number {
  const shape = picture.width / picture.height
  return Math.min(shape / ratio, ratio / shape)
}

/** Moves by a step, within the limits: the picture keeps filling the frame, or stays inside it if smaller. */
export function moveFraming({
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
