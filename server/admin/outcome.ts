import type { Platform } from '#server/platform/platform.ts'

/** `isDone` false: the command exits with code 1. */
export type Outcome = { output: string; isDone: boolean }
export const done = (output: string): Outcome => ({ output, isDone: true })
export const refused = (output: string): Outcome => ({ output, isDone: false })

export type Command = (platform: Platform) => Promise<Outcome>
