/**
 * Whether a mail to the address of an account is its person's business. Those to a centre are its owner's, and invitations
 * those of somebody who has shown that the address is theirs: signing up with a stranger's must tell nothing about the stranger.
 */
export function isOwnMail(o: {
  kind: string
  account: { emailVerifiedAt: Date | null }
  ownsCenter: boolean
}): boolean {
  const isConfirmed = o.account.emailVerifiedAt !== null
  if (o.kind === 'centers.invitation') return isConfirmed
  return !o.kind.endsWith('.center') || (o.ownsCenter && isConfirmed)
}

/** From when on mails to an account's address are about it; the database's clock, which dates them, may be behind ours. */
export function firstMailAt(o: { created_at: Date }): Date {
  return new Date(o.created_at.getTime() - 5 * 60_000)
}
