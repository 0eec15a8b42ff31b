/** The id of a professional's part of the profile: a search for a name leads there. */
export const professionalAnchor = (professionalId: string) => `profesional-${professionalId}`
