import { formatCount, formatDay, formatTime } from '#web/platform/formats.ts'

export const momentOf = (moment: string): string => `${formatDay(moment)}, ${formatTime(moment)}`

export const timesOf = (count: number): string => (count === 1 ? '1 vez' : `${formatCount(count)} veces`)
