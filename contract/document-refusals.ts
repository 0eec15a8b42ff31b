/** The codes of what a document may be refused for. Without a schema, because the first scripts of a registration read them. */
export const documentRefusals = ['files.not_a_pdf', 'files.pdf_cut_off', 'files.pdf_locked'] as const
export type DocumentRefusal = (typeof documentRefusals)[number]
