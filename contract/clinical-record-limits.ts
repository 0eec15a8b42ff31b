// Without a schema, so that a page's first scripts may import it.

/** Characters of each text, and versions of one appointment's record. */
export const clinicalRecordLimits = { diagnosis: 500, notes: 10_000, versions: 50 } as const
/** A centre asks a patient at most once in this time to let a professional read what it recorded. */
export const consentRequestDays = 30

export const recordFormats = ['pdf', 'json'] as const
export type RecordFormat = (typeof recordFormats)[number]

/** How long the clinical record of a deleted account is kept, sealed, for the professionals who treated the patient. */
export const recordYearsAfterClosure = 7
