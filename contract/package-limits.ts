/** What a package may be. The database has the same limits. */
export const packageLimits = {
  sessions: { min: 2, max: 50 },
  days: { min: 7, max: 730 },
  priceCents: 100_000_000,
  professionals: 50,
  /** Of one centre. */
  offers: 30,
  /** Of one person at one centre. */
  ofPerson: 50,
}

/** The buyer is told this many days before a package ends. */
export const packageWarningDays = 14

/** From the day on which a centre cancels a session, its package lasts at least this many days more. A trigger has the same number. */
export const packageExtensionDays = 30
