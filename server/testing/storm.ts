/** Whether `npm run storm` runs; a test that only it runs names those of `npm test` that tell the same. */
export const isStorm = process.env.STORM !== undefined

/** The size of a race or a fault test: small in `npm test`, large in `npm run storm`. */
export function stormSize({ short, long }: { short: number; long: number }): number {
  return isStorm ? long : short
}
