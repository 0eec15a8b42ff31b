import { minuteMs } from '#server/platform/local-time.ts'

/**
 * Whether the account may export and delete a mail that went to its address. Until its user has proved that the address is
 * theirs, it may do neither: a visitor who registers with a stranger's address must neither learn what the server sent to the
 * stranger nor remove it. Mails to a centre are its owner's.
 */
export function isOwnMail({
  account,
  kind,
  ownsCenter,
}: {
  kind: string
  account: { emailVerifiedAt: Date | null }
  ownsCenter: boolean
}): boolean {
  if (account.emailVerifiedAt === null) return false
  return !kind.endsWith('.center') || ownsCenter
}

/**
 * Mails to the address from this instant on are about the account: since it exists, less some minutes, as the database dates mails
 * and its clock may be behind; or since a change gave it this address, to which we may have written to another person until then.
 */
export function firstMailAt({ createdAt, emailMovedAt }: { createdAt: Date; emailMovedAt: Date | null }): Date {
  return emailMovedAt ?? new Date(createdAt.getTime() - 5 * minuteMs)
}
