/** The size of a race or a fault test: small in `npm test`, large in `npm run storm`. */
export function stormSize({ short, long }: { short: number; long: number }): number {
  return process.env.STORM ? long : short
}
