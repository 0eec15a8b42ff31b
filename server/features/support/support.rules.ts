import { randomInt } from 'node:crypto'

/** The alphabet leaves out 0, O, 1 and I, which look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The sender quotes it in a mail or on the telephone. It is not a secret. */
export function newReference(): string {
  return `S-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`
}
