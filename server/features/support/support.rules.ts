import { randomInt } from 'node:crypto'

/** Without 0, O, 1 and I, which look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** What the writer quotes in a mail or on the telephone. It protects nothing. */
export function newReference(): string {
  return `S-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`
}
