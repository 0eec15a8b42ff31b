import { formatCount, formatDate, formatTime } from '#web/platform/formats.ts'

export const momentOf = (moment: string): string => `${formatDate(moment)}, ${formatTime(moment)}`

export const timesOf = (count: number): string => (count === 1 ? '1 vez' : `${formatCount(count)} veces`)
