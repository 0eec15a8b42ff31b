import { formatCount } from './formats.ts'

/** A balance may be below zero: «−100». */
export const balancePoints = (points: number): string => (points < 0 ? `−${formatCount(-points)}` : formatCount(points))

/** A movement: «+100» or «−100». */
export const signedPoints = (points: number): string => (points > 0 ? `+${formatCount(points)}` : balancePoints(points))
