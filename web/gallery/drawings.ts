import type { DrawingName } from '#web/ui/drawing.tsx'

/** All drawings of empty places, side by side: they must look drawn by one hand. */
const shown: Record<DrawingName, true> = {
  bell: true,
  book: true,
  calendar: true,
  chat: true,
  clock: true,
  coins: true,
  documents: true,
  door: true,
  family: true,
  gift: true,
  hands: true,
  house: true,
  inbox: true,
  lock: true,
  map: true,
  people: true,
  scales: true,
  search: true,
  signpost: true,
  stars: true,
  storm: true,
  team: true,
  ticket: true,
  till: true,
}
export const drawingNames = Object.keys(shown) as DrawingName[]
