import { randomUUID } from 'node:crypto'

/** Short enough to be read out on the telephone: 80 random bits. Never taken from the request, which could forge log lines. */
export function newRequestId(): string {
  // randomUUID takes its bits from a pool that Node fills now and then; these digits of it are all random.
  const uuid = randomUUID()
  return uuid.slice(0, 8) + uuid.slice(24)
}
