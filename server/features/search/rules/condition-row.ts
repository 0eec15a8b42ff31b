/**
 * What people have, in the words and abbreviations with which they type it, and the services of the catalogue that treat it.
 *
 * Sources, all public and used as facts, without their texts:
 * - the chapters and names of the ICD-10 and ICD-11 of the World Health Organization (icd.who.int), and of the DSM-5 for
 *   abbreviations (TEA, TDAH, TOC, TEPT, TCA);
 * - DeCS, the health descriptors of BIREME/PAHO (decs.bvsalud.org), for Spanish, Portuguese and English names;
 * - the scope of practice that World Physiotherapy, the World Federation of Occupational Therapists and the Uruguayan schools of
 *   the Universidad de la República (EUTM, Nutrición, Psicología) publish for physiotherapy, occupational therapy, speech
 *   therapy, nutrition and psychology;
 * - MedlinePlus en español (medlineplus.gov) for everyday names;
 * - Uruguayan speech («me tranqué», «ando bajón»): «Diccionario del español del Uruguay», Academia Nacional de Letras.
 *
 * The first column has folded beginnings of words or phrases, separated by commas; `=` after one requires the whole word. The
 * second has the services, the first of them the usual one. The third, if any, has what a centre says that treats just this:
 * such centres come first; after `!` also before nearer ones, because few treat it.
 */
export type ConditionRow = readonly [typed: string, services: string, says?: string]
