import { randomUUID } from 'node:crypto'

export const description = 'Acompañamos a personas adultas y parejas, con entrevistas semanales.'

export type NewCenter = { email: string; password: string; fullName: string; centerName: string }

/** The data of a centre that is not registered yet. */
export function newCenter(): NewCenter {
  return {
    email: `centro-${randomUUID()}@example.com`,
    password: 'Camino-2026!',
    fullName: 'Lucía Bentancor',
    centerName: `Centro Arroyo ${randomUUID().slice(0, 6)}`,
  }
}
